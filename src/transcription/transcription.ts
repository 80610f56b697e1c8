/** A finished transcription, before any format. The doors and formats know it; the engine does not. */
import type { Word } from "../engine/engine.ts";

export type { Word };

export interface Segment {
  id: number;
  startSeconds: number;
  endSeconds: number;
  text: string;
  words: Word[];
}

export interface Transcription {
  text: string;
  /** ISO 639-1, or null where it is not known. */
  language: string | null;
  /** True decoded duration. */
  durationSeconds: number;
  segments: Segment[];
  /** `id@version` of the pack that recognized it. */
  modelId: string;
}

export const RESPONSE_FORMATS = ["json", "text", "srt", "vtt", "verbose_json", "diarized_json"] as const;
export type ResponseFormat = (typeof RESPONSE_FORMATS)[number];

/** Seconds that are metered and reported: the decoded duration rounded up to whole seconds. */
export function usageSeconds(durationSeconds: number): number {
  return Math.ceil(durationSeconds - 1e-9);
}
