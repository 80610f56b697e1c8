import type { TranscriptionDeps } from "./deps.ts";

/** For how long the result of a job can be had after it ended. */
export function resultRetentionMs({ config }: Pick<TranscriptionDeps, "config">): number {
  return config.transcription.result_retention_hours * 3_600_000;
}
