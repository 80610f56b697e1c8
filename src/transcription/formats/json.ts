import { type Transcription, usageSeconds } from "../transcription.ts";

/** OpenAI's `usage` for models that are billed by duration. */
export interface DurationUsage {
  type: "duration";
  seconds: number;
}

export function durationUsage(transcription: Transcription): DurationUsage {
  return { type: "duration", seconds: usageSeconds(transcription.durationSeconds) };
}

export function toJson(transcription: Transcription): string {
  return JSON.stringify({ text: transcription.text, usage: durationUsage(transcription) });
}
