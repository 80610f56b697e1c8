/** A transcript that another program made, with the sound that was uploaded beside it. Nothing is recognized. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { mediaOf } from "../../audio/browser-media.ts";
import { DAY_MS } from "../../lib/units.ts";
import { putAudio } from "../../store/recordings/audio.ts";
import { requireKeeping } from "../library/access.ts";
import { importRecording, type RecordingImport } from "../transcript/import.ts";
import type { Recording } from "../wire.ts";
import type { MakingDeps } from "./deps.ts";
import { removeUnnamed } from "./make.ts";

/** The upload is used up once the recording is stored. @throws as `importRecording`; `upload_not_found`, `upload_incomplete`, `upload_busy`, `invalid_audio`. */
export function importWithSound(
  deps: MakingDeps,
  { principal, signal }: { principal: Principal; signal: AbortSignal },
  asked: RecordingImport,
  uploadId: string,
): Promise<Recording> {
  const { db, config, audioFiles, uploads } = deps;
  requireKeeping(db, principal);
  return uploads.handOver(principal, uploadId, async (file, _upload, taken) => {
    const media = mediaOf(file.path);
    const days = config.recordings.audio_days;
    const sound = days === 0 ? null : await audioFiles.keep(file, signal);
    try {
      const recording = await importRecording(deps, principal, asked, (number, nowMs) => {
        if (sound) putAudio(db, { recording: number, ...media, ...sound, keptUntil: nowMs + days * DAY_MS });
        taken();
      });
      await file.remove();
      return recording;
    } finally {
      if (sound) await removeUnnamed(deps, sound);
    }
  });
}
