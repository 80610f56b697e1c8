/** Blocks of any sample rate to 16 kHz integers. */
import { limits } from "../../config/limits.ts";
import { invalidAudio } from "../invalid-audio.ts";
import { Resampler } from "../resampling/resample.ts";
import type { MonoBlock } from "./ffmpeg.ts";

export class SixteenKilohertz {
  #rate = 0;
  #resampler: Resampler | null = null;

  /** The rate may change on the way. @throws `invalid_audio` on a sample rate out of bounds. */
  *add({ samples, sampleRate }: MonoBlock): Generator<Int16Array<ArrayBuffer>> {
    if (!this.#resampler || sampleRate !== this.#rate) {
      yield* this.end();
      this.#resampler = new Resampler(checkedRate(sampleRate));
      this.#rate = sampleRate;
    }
    yield this.#resampler.push(samples);
  }

  /** The rest. */
  *end(): Generator<Int16Array<ArrayBuffer>> {
    if (this.#resampler) yield this.#resampler.end();
  }
}

function checkedRate(sampleRate: number): number {
  if (sampleRate >= limits.audioSampleRateMin && sampleRate <= limits.audioSampleRateMax) return sampleRate;
  throw invalidAudio(
    `The file has a sample rate of ${sampleRate} Hz; ${limits.audioSampleRateMin} to ${limits.audioSampleRateMax} Hz are supported.`,
  );
}
