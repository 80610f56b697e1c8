/** The heart of every transcription, with or without a server: samples in, finished transcription out. */
import type { AudioSource } from "../audio/audio.ts";
import { limits } from "../config/limits.ts";
import type { Lane } from "../engine/engine.ts";
import { systemClock } from "../lib/clock.ts";
import { Tally } from "../lib/tally.ts";
import { traced } from "../lib/tracing.ts";
import type { RoutedEngine } from "../recognition/routed-engine.ts";
import { assemble, mendPieces } from "./assemble.ts";
import { punctuatePieces } from "./punctuate.ts";
import type { Transcription } from "./transcription.ts";
import { type Vocabulary, vocabularyOf } from "./vocabulary.ts";

/** Seconds of audio, and seconds of work on them, by pack: their quotient is the real-time factor. */
export const recognizedAudioSeconds = new Tally<"pack">();
export const recognitionSeconds = new Tally<"pack">();

const NO_WORDS: Vocabulary = new Map();

export interface RecognizeRecordingOptions {
  /** tiro's code of what the caller asked for, or null. */
  language: string | null;
  /** Languages that an organization allows; null or absent: every language. */
  allowedLanguages?: readonly string[] | null;
  /** The id of the pack that shall recognize; absent: the one of the language's route. */
  pack?: string | undefined;
  /** Rare words that may occur: models that take hotwords get them, others are corrected afterwards. */
  prompt: string | null;
  /** Words for models that take hotwords only, the most important first; the caller corrects the text itself. */
  hotwords?: readonly string[];
  /** Words said to the program, such as `new line`, for recognizers that are helped with them. */
  phrases?: readonly string[];
  /** Whether a text that its recognizer wrote without marks gets them from another model; it does by default. */
  punctuate?: boolean;
  /** Fewer words get no marks unless they hold a long pause; any number by default. */
  leastWordsForMarks?: number;
  /** `batch` by default. */
  lane?: Lane;
  signal?: AbortSignal;
  /** Awaited before each block of audio is handed to the recognizer: where work can step aside. */
  beforeBlock?: () => Promise<void>;
  /** Called with the seconds of audio that are done, and the words that are settled with them. */
  onProgress?: (doneSeconds: number, text: string) => void;
}

/**
 * Closes the source, whatever happens.
 * @throws the source's errors (`invalid_audio`, `audio_too_long`, …), the engine's (`engine_unavailable`), or the
 * signal's reason.
 */
export async function recognizeRecording(
  engine: RoutedEngine,
  source: AudioSource,
  options: RecognizeRecordingOptions,
): Promise<Transcription> {
  const {
    language,
    allowedLanguages = null,
    prompt,
    pack,
    punctuate = true,
    leastWordsForMarks,
    hotwords = [],
    phrases = [],
    lane = "batch",
    signal,
    beforeBlock,
    onProgress,
  } = options;
  const work = new WorkingTime();
  return traced("recognize", async (tell) => {
    try {
      const samples = beforeBlock
        ? pausing(source.samples, () => work.without(beforeBlock()))
        : source.samples;
      const vocabulary = vocabularyOf(prompt);
      const recognition = await engine.recognize(samples, {
        lane,
        language,
        allowedLanguages,
        pack,
        hotwords: [...vocabulary.values(), ...hotwords]
          .filter((word) => word.length <= limits.hotwordChars)
          .slice(0, limits.hotwords),
        phrases,
        ...(signal && { signal }),
        ...(onProgress && { onProgress }),
      });
      tell({ lane, pack: recognition.modelId, audio_seconds: recognition.audioDurationSeconds });
      recognizedAudioSeconds.add({ pack: recognition.modelId }, recognition.audioDurationSeconds);
      recognitionSeconds.add({ pack: recognition.modelId }, work.seconds);
      const mended = mendPieces(recognition, language, recognition.hotwordsUsed ? NO_WORDS : vocabulary);
      const told = { language: recognition.language ?? language, lane, signal, leastWordsForMarks };
      const bare = punctuate && recognition.punctuated === false;
      const { pieces, lacksMarks } = bare
        ? await punctuatePieces(engine, mended, told)
        : { pieces: mended, lacksMarks: undefined };
      const { confidence } = recognition;
      return {
        ...assemble({ ...recognition, pieces }, language),
        ...(confidence && { confidence }),
        ...(lacksMarks && { lacksMarks }),
      };
    } finally {
      await source.close();
    }
  });
}

/** How long a recording was worked on, without the time in which it gave way to others. */
class WorkingTime {
  readonly #beganMs = systemClock.monotonic();
  #pausedMs = 0;

  get seconds(): number {
    return (systemClock.monotonic() - this.#beganMs - this.#pausedMs) / 1000;
  }

  async without(pause: Promise<void>): Promise<void> {
    const beganMs = systemClock.monotonic();
    await pause;
    this.#pausedMs += systemClock.monotonic() - beganMs;
  }
}

/** Hands blocks on, each when it may be. */
export async function* pausing(
  samples: AsyncIterable<Int16Array>,
  beforeBlock: () => Promise<void>,
): AsyncIterable<Int16Array> {
  for await (const block of samples) {
    await beforeBlock();
    yield block;
  }
}
