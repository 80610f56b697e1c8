/** A model that returns only the language of speech: to the rest of the host it is a recognizer of language codes. */
import type { HostInit } from "../../../protocol.ts";
import type { Decoded, Decoder } from "../backend.ts";
import type { Addon, Handle } from "./addon.ts";

export class LanguageIdentifier implements Decoder {
  readonly #addon: Addon;
  readonly #handle: Handle;

  constructor(addon: Addon, { model, threads, provider }: HostInit) {
    this.#addon = addon;
    const { encoder, decoder } = model.files;
    this.#handle = addon.createSpokenLanguageIdentification({
      whisper: { encoder, decoder },
      numThreads: threads,
      provider,
      debug: 0,
    });
  }

  /** It is all computed on the JavaScript thread: the host's own, which has nothing else to do. */
  prepare(samples: Float32Array, sampleRate: number): () => Promise<Decoded> {
    const stream = this.#addon.createSpokenLanguageIdentificationOfflineStream(this.#handle);
    this.#addon.acceptWaveformOffline(stream, { samples, sampleRate });
    return async () => {
      const language = this.#addon.spokenLanguageIdentificationCompute(this.#handle, stream);
      return { text: language, language, tokens: [], timestamps: [], durations: [] };
    };
  }
}
