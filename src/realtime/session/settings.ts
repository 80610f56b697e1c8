/** The settings of a stream, in one form for both shapes of the protocol. */
import type { DictationParameters } from "../../dictation/parameters.ts";
import { TRANSCRIPTION_MODEL } from "../../transcription/parameters.ts";
import type { AudioFormat } from "../audio-input.ts";

/** How long words are held back before they are final: longer is more often right. */
export const DELAYS_MS = { minimal: 0, low: 150, medium: 300, high: 600, xhigh: 1_200 } as const;
export type Delay = keyof typeof DELAYS_MS;

export const LOGPROBS = "item.input_audio_transcription.logprobs";

export interface TurnDetection {
  threshold: number;
  prefixPaddingMs: number;
  silenceDurationMs: number;
  /** Null: silence is waited for however long it lasts. */
  idleTimeoutMs: number | null;
}

export const TURN_DETECTION: TurnDetection = {
  threshold: 0.5,
  prefixPaddingMs: 300,
  silenceDurationMs: 500,
  idleTimeoutMs: null,
};

export interface StreamSettings {
  format: AudioFormat;
  /** As the client called it. */
  model: string;
  /** tiro's code; null: the recognizer finds out. */
  language: string | null;
  languages: readonly string[];
  prompt: string | null;
  keywords: readonly string[];
  delay: Delay | null;
  /** Null: only the client's commits cut. */
  turnDetection: TurnDetection | null;
  logprobs: boolean;
  /** tiro's own: text that may still change. */
  partials: boolean;
  /** Null: the stream transcribes. */
  dictation: { parameters: DictationParameters; idempotencyKey: string | null } | null;
  /** tiro's own: at its end the stream becomes a recording; null: it does not. */
  recording: {
    name: string | null;
    folderId: string | null;
    tags: readonly string[];
    /** Whether each word has its speaker. */
    diarize: boolean;
  } | null;
}

export type Intent = "transcription" | "dictation";

const NOTHING_KNOWN: DictationParameters = {
  operation: "dictate",
  selectedText: null,
  language: null,
  app: null,
  appBundleId: null,
  textBefore: null,
  textAfter: null,
  focusedElementDescription: null,
};

export function defaultSettings(intent: Intent): StreamSettings {
  const isDictation = intent === "dictation";
  return {
    format: { type: "audio/pcm", rate: 24_000 },
    model: TRANSCRIPTION_MODEL,
    language: null,
    languages: [],
    prompt: null,
    keywords: [],
    delay: null,
    turnDetection: isDictation ? null : TURN_DETECTION,
    logprobs: false,
    partials: false,
    dictation: isDictation ? { parameters: NOTHING_KNOWN, idempotencyKey: null } : null,
    recording: null,
  };
}
