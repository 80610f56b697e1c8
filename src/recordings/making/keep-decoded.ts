import type { Db } from "../../store/db.ts";
import { audioOf, putAudio, setPeaks } from "../../store/recordings/audio.ts";
import type { NewFile } from "../audio/audio-files.ts";

/**
 * Stores the result of decoding kept sound. Must run in a transaction.
 * @returns the file that the copy took the place of, which is the caller's to remove; null if none did.
 */
export function keepDecoded(
  db: Db,
  recording: number,
  { copy, peaks }: { copy: NewFile | null; peaks: Uint8Array | null },
): string | null {
  const kept = audioOf(db, recording);
  if (kept === null) return null;
  if (copy) putAudio(db, { ...kept, ...copy, kind: "audio", contentType: "audio/wav" });
  if (peaks) setPeaks(db, recording, peaks);
  return copy ? kept.fileName : null;
}
