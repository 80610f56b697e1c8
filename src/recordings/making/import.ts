/** Transcripts that another program made, with the sound that was uploaded beside them if there is any. Nothing is recognized. */
import { mediaOf } from "../../audio/browser-media.ts";
import { limits } from "../../config/limits.ts";
import { DAY_MS } from "../../lib/units.ts";
import { putAudio } from "../../store/recordings/audio.ts";
import type { SpooledFile } from "../../store/uploads/spool.ts";
import type { Answer } from "../../work/request.ts";
import { requireKeeping } from "../library/access.ts";
import { type ImportWays, importRecording, type RecordingImport } from "../transcript/import.ts";
import { CREATED, claimOf } from "./answers.ts";
import type { Call, MakingDeps } from "./deps.ts";
import { removeUnnamed } from "./make.ts";

export type ImportCall = Omit<Call, "requestId"> & { idempotencyKey: string | null };

/**
 * The upload is used up once the recording is stored.
 * @throws as `importRecording`; `upload_not_found`, `upload_incomplete`, `upload_busy`, `unsupported_media_type`,
 *   `idempotency_conflict`.
 */
export async function importTranscript(
  deps: MakingDeps,
  call: ImportCall,
  asked: RecordingImport,
  uploadId: string | null,
): Promise<Answer> {
  const { db, idempotency } = deps;
  requireKeeping(db, call.principal);
  const { content, ...wishes } = asked;
  const claim = claimOf("POST /recordings/import", call, { asked: { ...wishes, uploadId }, content });
  const earlier = claim && idempotency.earlier(claim, () => null);
  if (earlier) return await earlier(call.signal);
  let body = "";
  const ways: ImportWays = {
    source: "import",
    stored: (recording) => {
      body = JSON.stringify(recording);
      if (claim) idempotency.answer(claim, { ...CREATED, body });
    },
  };
  const stored = (
    uploadId === null
      ? importRecording(deps, call.principal, asked, ways)
      : withSound(deps, call, { asked, ways, uploadId })
  ).then(() => ({ ...CREATED, body, replayed: false }));
  if (claim) idempotency.hold(claim, () => stored, stored);
  return await stored;
}

/** Before anything is stored. @throws `invalid_audio`, `audio_too_long`. */
async function requireDecodable(
  { openAudio, config }: MakingDeps,
  file: SpooledFile,
  signal: AbortSignal,
): Promise<void> {
  const source = await openAudio(file, {
    maxDurationSeconds: limits.transcriptionDurationSeconds,
    deadlineMs: config.media.inspection_deadline_ms,
    inspectionDeadlineMs: config.media.inspection_deadline_ms,
    signal,
  });
  await source.close();
}

function withSound(
  deps: MakingDeps,
  { principal, signal }: ImportCall,
  { asked, ways, uploadId }: { asked: RecordingImport; ways: ImportWays; uploadId: string },
): Promise<void> {
  const { db, config, audioFiles, uploads } = deps;
  return uploads.handOver(principal, uploadId, async (file, _upload, taken) => {
    const media = mediaOf(file.path);
    await requireDecodable(deps, file, signal);
    const days = config.recordings.audio_days;
    const sound = days === 0 ? null : await audioFiles.keep(file, signal);
    try {
      await importRecording(deps, principal, asked, {
        ...ways,
        beside: (number, nowMs) => {
          if (sound)
            putAudio(db, { recording: number, ...media, ...sound, keptUntil: nowMs + days * DAY_MS });
          taken();
        },
      });
      await file.remove();
    } finally {
      if (sound) await removeUnnamed(deps, sound);
    }
  });
}
