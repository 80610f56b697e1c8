/** The interface to live recognition: sound comes in as it is spoken, and words while it is. */
import type { Word } from "./word.ts";

/** How ends of speech are found. */
export interface Endpointing {
  /** How sure the detector must be that it hears speech, 0 to 1. */
  threshold: number;
  /** Sound before the detected begin of speech that belongs to the utterance. */
  prefixPaddingMs: number;
  /** An utterance ends after so much silence. */
  silenceDurationMs: number;
}

/** How a stream is cut into utterances, and what is said about them. */
export interface LiveOptions {
  /** ISO 639; models that take a language get this one. */
  language?: string | null;
  hotwords?: readonly string[];
  phrases?: readonly string[];
  /** Ends of speech cut utterances; null: only `commit` does. */
  endpointing: Endpointing | null;
  /** The newest words are held back from `words` for at least so long; 0 for as early as two runs agree. */
  holdBackMs?: number;
  /** Whether `partial` events are wanted. */
  partials: boolean;
  /** Accepted however busy the machine is: the first stream of an account beside those of others. */
  mustAdmit?: boolean;
  /** Ends the stream; `events` rejects with the signal's reason. */
  signal?: AbortSignal;
}

export type LiveSettings = Pick<
  LiveOptions,
  "language" | "hotwords" | "phrases" | "endpointing" | "holdBackMs" | "partials"
>;

/**
 * Utterances are numbered from 0 and come one after the other: each ends with `utterance` before the next begins. Only
 * with endpointing are there `speech_started` and `speech_stopped`. Seconds count from the stream's start.
 */
export type LiveEvent =
  | { type: "speech_started"; utterance: number; atSeconds: number }
  | { type: "speech_stopped"; utterance: number; atSeconds: number }
  /** Text after the final words that may still change; replaces the last partial. */
  | { type: "partial"; utterance: number; text: string }
  /** Final words, only ever appended; the text begins with its separator. */
  | { type: "words"; utterance: number; text: string; words: Word[] }
  /** The utterance as a whole, with marks; the same words as `words` said. No words: an empty text. */
  | {
      type: "utterance";
      utterance: number;
      startSeconds: number;
      endSeconds: number;
      text: string;
      words: Word[];
      language: string | null;
      /** The meaning of the words' scores, if measured for the recognizer. */
      confidence?: { unsure_below: number; sure_from: number } | undefined;
    };

export interface LiveStream {
  /**
   * 16 kHz mono samples; positions count from the stream's start. Never blocks.
   * @throws TiroError when more than `limits.liveAheadSeconds` are unsettled.
   */
  append(samples: Int16Array): void;
  /** Cuts here: all that was appended becomes final as one utterance, which may have no words. */
  commit(): void;
  /** Forgets what was appended since the last cut; of an utterance that was begun nothing more is said. */
  clear(): void;
  /** Other settings from the next utterance on. */
  configure(settings: Partial<LiveSettings>): void;
  /** No more audio: the remaining words become final, then `events` ends. */
  end(): void;
  /** In order. Rejects with `engine_unavailable` when a second crash could not be repaired. */
  readonly events: AsyncIterable<LiveEvent>;
  /** Samples received, and samples whose words are all final, from the stream's start. */
  readonly position: { receivedSamples: number; settledSamples: number };
  /** Gives the stream up. */
  close(): Promise<void>;
}

export interface LiveEngine {
  /** @throws TiroError `engine_unavailable`, with Retry-After, when the measured load admits no more streams. */
  openLive(options: LiveOptions): Promise<LiveStream>;
  /** Streams that are open, and how many the measured load admits in all. */
  readonly liveLoad: { streams: number; places: number };
}
