/** A finished transcription, before any format. The doors and formats know it; the engine does not. */
import type { Word } from "../engine/engine.ts";
import type { ConfidenceBounds } from "../packs/kinds.ts";

export type { Word };

export interface Segment {
  id: number;
  startSeconds: number;
  endSeconds: number;
  text: string;
  words: Word[];
  /** `spk_N` where speakers were distinguished. */
  speaker?: string;
}

export interface Transcription {
  text: string;
  /** tiro's code (see lib/languages.ts), or null if it is not known. */
  language: string | null;
  /** True decoded duration. */
  durationSeconds: number;
  segments: Segment[];
  /** `id@version` of the pack that recognized it. */
  modelId: string;
  /** The meaning of the log-probabilities of its words; none if absent. */
  confidence?: ConfidenceBounds | undefined;
  /** There where its text should have got marks and could not: it is as it was heard. */
  lacksMarks?: true;
}

/** In the header `Tiro-Formatting`, of a transcription that lacks marks (RFC 9651). */
export const NOT_PUNCTUATED = "punctuation;failed";

export interface SpeakerSegment extends Segment {
  speaker: string;
}

/** One speaker's words until another begins or all are silent for a while. */
export interface Utterance {
  speaker: string;
  startSeconds: number;
  endSeconds: number;
  text: string;
  words: Word[];
}

/** A transcription whose every word has a speaker. */
export interface DiarizedTranscription extends Transcription {
  /** Each is one speaker's, and has words. */
  segments: SpeakerSegment[];
  utterances: Utterance[];
  /** Those that words were given to, by number. */
  speakers: string[];
  /** How many were distinguished, whether or not all of them were to be kept. */
  speakerCount: number;
}

export const RESPONSE_FORMATS = ["json", "text", "srt", "vtt", "verbose_json", "diarized_json"] as const;
export type ResponseFormat = (typeof RESPONSE_FORMATS)[number];

/** Seconds that are metered and reported: the decoded duration rounded up to whole seconds. */
export function usageSeconds(durationSeconds: number): number {
  return Math.ceil(durationSeconds - 1e-9);
}
