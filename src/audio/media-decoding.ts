/** The decoding of one file. A decoder that was lost by no fault of the file is started again, once, and continues where it was. */
import type { AudioInfo, AudioSource } from "./audio.ts";
import { DecoderLost, MediaProcess, type MediaProcessOptions } from "./media-process.ts";

/** Resolves once the decoder has said what the file is. @throws as `openAudio`. */
export async function openInMediaProcess(path: string, options: MediaProcessOptions): Promise<AudioSource> {
  options.signal?.throwIfAborted();
  const decoding = new MediaDecoding(path, options);
  return {
    info: await decoding.readInfo(),
    samples: decoding.readSamples(),
    close: () => decoding.close(),
  };
}

class MediaDecoding {
  readonly #path: string;
  readonly #options: MediaProcessOptions;
  #decoder: MediaProcess | null = null;
  #samplesRead = 0;
  #repeated = false;
  #closed = false;

  constructor(path: string, options: MediaProcessOptions) {
    this.#path = path;
    this.#options = options;
  }

  async readInfo(): Promise<AudioInfo> {
    for (;;) {
      try {
        return await (await this.#startDecoder()).readInfo();
      } catch (error) {
        await this.#orThrow(error);
      }
    }
  }

  async *readSamples(): AsyncGenerator<Int16Array> {
    try {
      for (;;) {
        try {
          return yield* this.#readUnread();
        } catch (error) {
          await this.#orThrow(error);
          await this.readInfo();
        }
      }
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#decoder?.close();
  }

  /** The second one gets the rest of the deadline. */
  async #startDecoder(): Promise<MediaProcess> {
    const deadlineMs = this.#decoder?.leftMs ?? this.#options.deadlineMs;
    this.#decoder = await MediaProcess.start(this.#path, { ...this.#options, deadlineMs });
    if (this.#closed) await this.#decoder.close();
    return this.#decoder;
  }

  async *#readUnread(): AsyncGenerator<Int16Array, void> {
    let known = this.#samplesRead;
    for await (const block of this.#decoder?.readSamples() ?? []) {
      const unread = block.subarray(Math.min(known, block.length));
      known -= block.length - unread.length;
      if (unread.length === 0) continue;
      this.#samplesRead += unread.length;
      yield unread;
    }
  }

  async #orThrow(error: unknown): Promise<void> {
    await this.#decoder?.close();
    if (this.#closed || this.#repeated || !(error instanceof DecoderLost)) throw error;
    this.#repeated = true;
  }
}
