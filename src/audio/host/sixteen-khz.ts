/** Gathers decoded pieces of any sample rate into blocks of 16 kHz integers. */
import { limits } from "../../config/limits.ts";
import { SAMPLE_RATE } from "../audio.ts";
import { invalidAudio } from "../invalid-audio.ts";
import { floatToInt16 } from "../pcm.ts";
import { Resampler } from "../resampling/resample.ts";
import type { MonoFrame } from "./libav-frame.ts";

/** Frames of 20 ms are resampled and passed on many at once; at 8 kHz this is two seconds. */
const BLOCK_SAMPLES = 16 * 1024;

export class SixteenKilohertz {
  #rate = 0;
  #resampler: Resampler | null = null;
  readonly #block = new Float32Array(BLOCK_SAMPLES);
  #filled = 0;

  /** Throws `invalid_audio` on a sample rate out of bounds. The rate may change on the way. */
  *add({ samples, count, sampleRate }: MonoFrame): Generator<Int16Array<ArrayBuffer>> {
    if (sampleRate !== this.#rate) {
      yield* this.end();
      this.#rate = checkedRate(sampleRate);
      this.#resampler = sampleRate === SAMPLE_RATE ? null : new Resampler(sampleRate);
    }
    for (let at = 0; at < count; ) {
      const part = samples.subarray(at, Math.min(count, at + BLOCK_SAMPLES - this.#filled));
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === BLOCK_SAMPLES) yield this.#flush();
    }
  }

  /** What is left. More may be added afterwards, as a new recording that follows. */
  *end(): Generator<Int16Array<ArrayBuffer>> {
    if (this.#rate === 0) return;
    yield this.#flush();
    if (this.#resampler) yield this.#resampler.end();
    this.#rate = 0;
  }

  #flush(): Int16Array<ArrayBuffer> {
    const input = this.#block.subarray(0, this.#filled);
    this.#filled = 0;
    return this.#resampler ? this.#resampler.push(input) : floatToInt16(input);
  }
}

function checkedRate(sampleRate: number): number {
  if (sampleRate >= limits.audioSampleRateMin && sampleRate <= limits.audioSampleRateMax) return sampleRate;
  throw invalidAudio(
    `The file has a sample rate of ${sampleRate} Hz; ${limits.audioSampleRateMin} to ${limits.audioSampleRateMax} Hz are supported.`,
  );
}
