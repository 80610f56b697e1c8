/** Memory for uploads, and what of it one account may use. */
import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import { SharedMemory } from "../store/uploads/shared-memory.ts";

/** An account's share is at least one upload of the largest size. */
export function sharedMemory(
  setting: "transcription.memory_upload_mib" | "dictation.upload_memory_mib",
  { transcription, dictation, limits: { share_percent } }: Config,
  clock: Clock,
): SharedMemory {
  const [mib, largestBytes, retryAfterSeconds] =
    setting === "dictation.upload_memory_mib"
      ? [dictation.upload_memory_mib, limits.dictationFileBytes, limits.memoryUploadsRetrySeconds]
      : [transcription.memory_upload_mib, limits.transcriptionFileBytes, limits.memoryFilesRetrySeconds];
  const maxBytes = mib * 1024 * 1024;
  const shareBytes = Math.min(maxBytes, Math.max(largestBytes, (maxBytes * share_percent) / 100));
  const hint = `Recordings stay in memory on their way: raise ${setting}.`;
  return new SharedMemory({ maxBytes, shareBytes, clock, retryAfterSeconds, hint });
}
