/** The heart of every transcription, with or without a server: samples in, finished transcription out. */
import type { AudioSource } from "../audio/audio.ts";
import type { Engine, Lane } from "../engine/engine.ts";
import { assemble } from "./assemble.ts";
import type { Transcription } from "./transcription.ts";
import { vocabularyOf } from "./vocabulary.ts";

export interface RecognizeRecordingOptions {
  /** ISO 639-1 as a hint, or null. */
  language: string | null;
  /** Rare words that may occur. */
  prompt: string | null;
  /** `batch` unless told otherwise. */
  lane?: Lane;
  signal?: AbortSignal;
  /** Awaited before each block of audio is handed to the recognizer: where work can step aside. */
  beforeBlock?: () => Promise<void>;
  /** Called with the seconds of audio that are done. */
  onProgress?: (doneSeconds: number) => void;
}

/**
 * Closes the source, whatever happens.
 * @throws the source's errors (`invalid_audio`, `audio_too_long`, …), the engine's (`engine_unavailable`), or the
 * signal's reason.
 */
export async function recognizeRecording(
  engine: Pick<Engine, "recognize">,
  source: AudioSource,
  { language, prompt, lane = "batch", signal, beforeBlock, onProgress }: RecognizeRecordingOptions,
): Promise<Transcription> {
  try {
    const samples = beforeBlock ? pausing(source.samples, beforeBlock) : source.samples;
    const recognition = await engine.recognize(samples, {
      lane,
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    });
    return assemble(recognition, { language, vocabulary: vocabularyOf(prompt) });
  } finally {
    await source.close();
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
