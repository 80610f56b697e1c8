/** The interface of a recognition library for the host. Each implements it, in a folder of its own. */
import type { Lane } from "../../engine.ts";
import type { HostInit } from "../../protocol.ts";

export interface Backend {
  /** The kinds of models that it loads, as packs call them, and what each can do. */
  readonly kinds: Readonly<Record<string, KindCapabilities>>;
  /** @throws on files and options that are not the kind's. A library may end the process on a model that it dislikes. */
  load(init: HostInit): Promise<Decoder>;
}

/** How a recording's wishes reach a model of one kind. The pack's manifest says which it supports. */
export interface KindCapabilities {
  /** `stream`: the language is set for each decode. `recognizer`: for the model, so that decodes run one after the other. */
  readonly language: "stream" | "recognizer" | "none";
  /** Whether a recording's rare words reach the model. */
  readonly hotwords: boolean;
}

/** One loaded model. */
export interface Decoder {
  /** Rises while decodes get on, if a library reports it, so that a slow decode is not taken for a hanging one. */
  readonly stepsDone?: number;
  /** Takes the samples in at once, on this thread; the decode that it returns runs off it where the library can. */
  prepare(samples: Float32Array, sampleRate: number, options: DecodeOptions): () => Promise<Decoded>;
  /** Of a model that hears speech as it comes; absent if it decodes whole stretches only. */
  openRunning?(): RunningDecode;
}

/** The end of a stretch of speech. */
export interface LastSound {
  /** How much of its end is silence. */
  silentSamples: number;
}

/** One stretch of speech, heard as it comes. It is over when nobody holds it. */
export interface RunningDecode {
  /**
   * Takes in what follows, and resolves with all that was heard since its begin; words are only ever added.
   * @param last if no more comes: the model then returns what it holds back.
   */
  hear(samples: Float32Array, last: LastSound | null): Promise<{ decoded: Decoded; processorMs: number }>;
}

/** Marks, and capitals if the model has them, set into a text whose words stay; computed at once, on this thread. */
export type Punctuate = (text: string) => string;

/** A recording's options for its decodes. */
export interface DecodeOptions {
  /** One of the model's languages, or null. */
  language: string | null;
  hotwords: readonly string[];
  /** As of `RecognizeOptions`. */
  phrases?: readonly string[];
  /** `batch` by default. */
  lane?: Lane;
  /** Of speech that continues, for words that may still change: not worth a second try. */
  isDraft?: boolean;
  /** The listener's data of the stretch; absent if nobody listened to it. */
  heard?: HeardAround;
  /** The recording is given up: a library that can stops in the middle, and the decode rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface HeardAround {
  /** How much of the stretch is speech, as voice activity detection hears it. */
  speechSeconds: number;
  /** The audio directly before it; may be empty. */
  before: Float32Array;
}

/** A model's result for one stretch of audio; times in seconds from its start. */
export interface Decoded {
  text: string;
  /** ISO 639 as the model says it; null if it does not. */
  language: string | null;
  /** How sure it is of each language that it may be, where it says; together at most 1. */
  languageProbabilities?: Readonly<Record<string, number>>;
  tokens: string[];
  timestamps: number[];
  /** Empty if the model does not say how long a token lasts. */
  durations: number[];
  /** Of each token, if the model returns its scores. */
  logProbs?: number[];
  /** Of each token whether the model took it for not likelier than 0.6, if that is all it returns. */
  doubted?: boolean[];
}
