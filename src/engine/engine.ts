/** The interface to speech recognition. No word here names a library. */

import type { LiveEngine } from "./live.ts";
import type { Word } from "./word.ts";

/** Sample rate of everything that enters the engine, in hertz; one channel, 16-bit signed integers. */
export const ENGINE_SAMPLE_RATE = 16_000;

/** Dictation is `interactive`: it never waits for batch work. */
export type Lane = "interactive" | "batch";

export type { Word };

/** One decoded stretch of speech. Pieces come in order of time and do not overlap. */
export interface Piece {
  startSeconds: number;
  endSeconds: number;
  text: string;
  words: Word[];
}

export interface RecognizeOptions {
  lane: Lane;
  /** ISO 639; models that take a language get this one. */
  language?: string | null;
  /** Rare words and names that may occur, for models that take them; up to `limits.hotwords`. */
  hotwords?: readonly string[];
  /** Phrases that people say only to the program, such as `new line`: written where it was said. Up to `limits.hotwords`. */
  phrases?: readonly string[];
  /** Ends the recognition and frees its place; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called as audio is finished with, with seconds of audio from the start and the text that is settled with it. */
  onProgress?: (doneSeconds: number, text: string) => void;
}

export interface Recognition {
  pieces: Piece[];
  /** All audio received, and the part of it in which speech was found. */
  audioDurationSeconds: number;
  speechDurationSeconds: number;
  modelId: string;
  /**
   * ISO 639: the one that the model recognizes, or was given, or heard in most of the text; null if it recognizes
   * several and does not say which.
   */
  language: string | null;
  /** Whether the hotwords reached the model, which then writes them as they were given. */
  hotwordsUsed: boolean;
}

export type EngineState = "starting" | "ready" | "restarting" | "failed" | "stopped";

export interface EngineStatus {
  state: EngineState;
  modelId: string | null;
  provider: "cpu" | "cuda";
  /** The GPU's name; null on a CPU, and if it is unknown. */
  device: string | null;
  processes: {
    pid: number | null;
    lane: Lane;
    state: EngineState;
    restarts: number;
    rssBytes: number | null;
  }[];
  /** Why it is not ready, for the operator; null when ready. */
  problem: string | null;
  /** The loaded packs and those that could not be loaded; absent if there is one model and no choice. */
  packs?: { loaded: LoadedModel[]; quarantined: { id: string; problem: string }[] };
}

export interface LoadedModel {
  /** `id@version` of the pack. */
  id: string;
  state: EngineState;
  /** Recordings that it works on. */
  recordings: number;
  /** Those of them by which the server tries it. */
  checks: number;
  /** As measured, or, while it loads, as estimated; 0 if it runs in the processes of another. */
  memoryBytes: number;
}

export interface Engine {
  /** Resolves when a model is loaded and warmed; rejects with `engine_unavailable` when that is given up. */
  ready(): Promise<void>;
  /**
   * Recognizes one recording. `audio` yields blocks of 16 kHz mono samples of any length; it is pulled no
   * faster than the engine works. Errors of `audio` itself come out unchanged. A crash of the engine is
   * repaired by sending the unfinished part once more; a second one rejects with `engine_unavailable`.
   */
  recognize(audio: AsyncIterable<Int16Array>, options: RecognizeOptions): Promise<Recognition>;
  status(): EngineStatus;
  close(): Promise<void>;
}

export interface PunctuateOptions {
  lane: Lane;
  /** Ends it; the promise rejects with the signal's reason. */
  signal: AbortSignal;
}

/** An engine with one model. */
export interface ModelEngine extends Engine, LiveEngine {
  /**
   * Sets marks into texts, if the model is one for that, or one runs beside it. A crash is repaired by sending once more
   * what was not answered; a second one rejects with `engine_unavailable`.
   */
  punctuateTexts(texts: readonly string[], options: PunctuateOptions): Promise<string[]>;
  /** The model for marks that runs in its processes besides, `id@version`; null if none does. */
  readonly marksId: string | null;
  /** How much of the machine it may use from now on, because others work beside it: 1 for all of it. */
  setShare(share: number): void;
}
