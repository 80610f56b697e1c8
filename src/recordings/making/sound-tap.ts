/** Reads the samples of a recording along while it is recognized: for its wave, and where browsers need one, a copy. */
import { type AudioSource, SAMPLE_RATE } from "../../audio/audio.ts";
import type { AudioFiles, FileInMaking, NewFile } from "../audio/audio-files.ts";
import { PeaksMeter } from "../audio/peaks.ts";
import { amendWavHead, wavHead } from "./wav-head.ts";

export class SoundTap {
  readonly #peaks = new PeaksMeter();
  readonly #copy: FileInMaking | null;
  #samples = 0;

  /** @param files where a copy is written; null if none is wanted. */
  constructor(files: AudioFiles | null) {
    this.#copy = files?.create() ?? null;
  }

  get durationSeconds(): number {
    return this.#samples / SAMPLE_RATE;
  }

  /** The same sound, read along. */
  tapped(source: AudioSource): AudioSource {
    return { info: source.info, samples: this.#read(source.samples), close: () => source.close() };
  }

  /** The copy as a WAV file; null if none was wanted. @throws `storage_full`, `storage_unavailable`. */
  async finishCopy(): Promise<NewFile | null> {
    return this.#copy?.finish(amendWavHead) ?? null;
  }

  finishPeaks(): Uint8Array {
    return this.#peaks.finish();
  }

  async discard(): Promise<void> {
    await this.#copy?.discard();
  }

  async *#read(samples: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array> {
    await this.#copy?.write(wavHead());
    for await (const block of samples) {
      this.#samples += block.length;
      this.#peaks.add(block);
      await this.#copy?.write(new Uint8Array(block.buffer, block.byteOffset, block.byteLength));
      yield block;
    }
  }
}
