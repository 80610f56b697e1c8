/**
 * A recording of a live stream: what was heard of it, recognized once more as a whole. Its seconds are paid for as the
 * stream's. If it cannot be recognized now, the recording is stored as failed, with its sound, and can be tried again.
 */
import { TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { DAY_MS } from "../../lib/units.ts";
import { transact } from "../../store/database/write-lock.ts";
import { storeError } from "../../store/errors.ts";
import { putAudio } from "../../store/recordings/audio.ts";
import {
  insertRecording,
  type RecordingState,
  setRecordingState,
} from "../../store/recordings/recordings.ts";
import { deleteStreamSound } from "../../store/recordings/stream-sounds.ts";
import type { NewFile } from "../audio/audio-files.ts";
import { findFolder, findRecording, requireKeeping } from "../library/access.ts";
import { publishRecording } from "../library/events.ts";
import { toRecording } from "../library/to-wire.ts";
import type { Recording } from "../wire.ts";
import type { Call, MakingDeps, RecordingWishes } from "./deps.ts";
import { removeUnnamed, UNNAMED } from "./make.ts";
import { spooledFile } from "./spooled-sound.ts";
import { storeJob } from "./store-job.ts";
import type { StreamSound } from "./stream-sound.ts";

/**
 * Takes the sound over.
 * @throws `history_unavailable` if nothing may be kept any more, `storage_full`, `storage_unavailable`; if no sound is
 *   kept (`recordings.audio_days = 0`), also what a new job may meet.
 */
export async function makeFromStream(
  deps: MakingDeps,
  call: Call & { wishes: RecordingWishes },
  sound: StreamSound,
): Promise<Recording> {
  const made = await sound.finish();
  try {
    return await store(deps, call, {
      made,
      durationMs: Math.round(sound.seconds * 1000),
      notedAs: sound.notedAs,
    });
  } finally {
    await removeUnnamed(deps, made);
  }
}

async function store(
  deps: MakingDeps,
  call: Call & { wishes: RecordingWishes },
  { made, durationMs, notedAs }: { made: NewFile; durationMs: number; notedAs: string },
): Promise<Recording> {
  const { db, clock, config } = deps;
  const { principal, wishes, signal } = call;
  const id = newId("rec");
  const days = config.recordings.audio_days;
  const insert = (state: RecordingState, jobId: string | null) => {
    requireKeeping(db, principal);
    deleteStreamSound(db, notedAs);
    const createdAt = clock.now();
    const recording = insertRecording(db, {
      ...{ id, accountId: principal.accountId, createdAt, jobId, durationMs, state },
      folder: folderOf(deps, call),
      name: wishes.name ?? UNNAMED,
      tags: wishes.tags ?? [],
      language: null,
      source: "live",
    });
    if (days === 0) return;
    const media = { kind: "audio", contentType: "audio/wav" } as const;
    putAudio(db, { recording, ...media, ...made, keptUntil: createdAt + days * DAY_MS });
  };
  try {
    const file = await spooledFile(deps, made, signal);
    await storeJob(deps, call, { file, isPaidFor: true, stored: (jobId) => insert("waiting", jobId) });
  } catch (thrown) {
    const failure = storeError(thrown);
    if (!(failure instanceof TiroError) || days === 0) throw failure;
    const { code: errorCode, message: errorMessage } = failure;
    await transact(db, () => {
      insert("failed", null);
      const recording = findRecording(db, principal, id, "owner");
      setRecordingState(db, recording, { state: "failed", errorCode, errorMessage }, clock.now());
    });
  }
  const recording = findRecording(db, principal, id, "owner");
  publishRecording(deps, recording, "added");
  return toRecording(db, recording);
}

/** One that went away meanwhile is no reason to lose the recording. */
function folderOf(
  { db }: MakingDeps,
  { principal, wishes }: Call & { wishes: RecordingWishes },
): number | null {
  if (!wishes.folderId) return null;
  try {
    return findFolder(db, principal, wishes.folderId, "editor").number;
  } catch (error) {
    if (error instanceof TiroError && error.status < 500) return null;
    throw error;
  }
}
