/**
 * A recording is made: its sound is encrypted and kept, and in one transaction it and the job that recognizes it are stored.
 * From then on it outlives a kill.
 */
import { mediaOf } from "../../audio/browser-media.ts";
import { newId } from "../../lib/ids.ts";
import { DAY_MS } from "../../lib/units.ts";
import { isAudioFile, putAudio } from "../../store/recordings/audio.ts";
import { insertRecording } from "../../store/recordings/recordings.ts";
import type { SpooledFile } from "../../store/uploads/spool.ts";
import type { Claim } from "../../work/idempotency.ts";
import type { Answer } from "../../work/request.ts";
import type { NewFile } from "../audio/audio-files.ts";
import { findFolder, findRecording, requireKeeping } from "../library/access.ts";
import { publishRecording } from "../library/events.ts";
import { toRecording } from "../library/to-wire.ts";
import { nameOfFile } from "../name-of-file.ts";
import { CREATED, claimOf } from "./answers.ts";
import type { MakingDeps, NewRecordingCall } from "./deps.ts";
import { storeJob } from "./store-job.ts";

export const UNNAMED = "Recording";

/** Of an upload that has arrived in full, which is used up. @throws as `makeFromFile`, `upload_not_found`, `upload_incomplete`. */
export async function makeFromUpload(
  deps: MakingDeps,
  call: NewRecordingCall,
  uploadId: string,
): Promise<Answer> {
  requireKeeping(deps.db, call.principal);
  const claim = claimOf("POST /recordings", call, { asked: call.wishes, content: uploadId });
  const earlier = claim && deps.idempotency.earlier(claim, () => null);
  if (earlier) return earlier(call.signal);
  return deps.uploads.handOver(call.principal, uploadId, (file, { metadata }, taken) =>
    make(deps, call, { file, fileName: metadata.filename ?? metadata.name ?? null, claim, taken }),
  );
}

/**
 * Takes the file over.
 * @throws `history_unavailable`, `folder_not_found`, and what a new job may meet.
 */
export async function makeFromFile(
  deps: MakingDeps,
  call: NewRecordingCall,
  { file, fileName }: { file: SpooledFile; fileName: string | null },
): Promise<Answer> {
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => file.remove());
  requireKeeping(deps.db, call.principal);
  const claim = claimOf("POST /recordings", call, { asked: call.wishes, content: file.sha256 });
  const earlier = claim && deps.idempotency.earlier(claim, () => null);
  if (earlier) return await earlier(call.signal);
  const answer = await make(deps, call, { file, fileName, claim, taken: () => {} });
  cleanup.move();
  return answer;
}

interface Material {
  file: SpooledFile;
  fileName: string | null;
  claim: Claim | null;
  /** In the transaction: the file is the job's. */
  taken: () => void;
}

async function make(
  deps: MakingDeps,
  call: NewRecordingCall,
  { file, fileName, claim, taken }: Material,
): Promise<Answer> {
  const { db, clock, config, audioFiles, idempotency } = deps;
  const { principal, wishes, signal } = call;
  const id = newId("rec");
  const media = mediaOf(file.path);
  const days = config.recordings.audio_days;
  const sound = days === 0 ? null : await audioFiles.keep(file, signal);
  let body = "";
  const stored = (jobId: string) => {
    requireKeeping(db, principal);
    const folder = wishes.folderId ? findFolder(db, principal, wishes.folderId, "editor").number : null;
    const createdAt = clock.now();
    const number = insertRecording(db, {
      ...{ id, accountId: principal.accountId, folder, createdAt, jobId },
      name: wishes.name ?? nameOfFile(fileName, UNNAMED),
      tags: wishes.tags ?? [],
      language: null,
      durationMs: null,
      state: "waiting",
      source: "upload",
    });
    if (sound) putAudio(db, { recording: number, ...media, ...sound, keptUntil: createdAt + days * DAY_MS });
    taken();
    body = JSON.stringify(toRecording(db, findRecording(db, principal, id, "owner")));
    if (claim) idempotency.answer(claim, { ...CREATED, body });
  };
  try {
    await storeJob(deps, call, { file, stored });
  } finally {
    if (sound) await removeUnnamed(deps, sound);
  }
  publishRecording(deps, findRecording(db, principal, id, "owner"), "added");
  return { ...CREATED, body, replayed: false };
}

/** Removes files that no recording names. */
export async function removeUnnamed({ db, audioFiles }: MakingDeps, { fileName }: NewFile): Promise<void> {
  if (!isAudioFile(db, fileName)) await audioFiles.remove(fileName);
}
