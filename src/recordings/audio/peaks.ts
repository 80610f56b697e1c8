/** The wave of a recording: the loudest sample of each stretch, found while it is decoded. */
import { SAMPLE_RATE } from "../../audio/audio.ts";
import { limits } from "../../config/limits.ts";

const LOUDEST = 0x8000;

export class PeaksMeter {
  #stretch = SAMPLE_RATE / limits.peaksPerSecond;
  readonly #peaks = new Uint16Array(limits.peaksKept);
  #count = 0;
  #inStretch = 0;
  #loudest = 0;

  /** Samples in their order. */
  add(samples: Int16Array): void {
    for (let at = 0; at < samples.length; ) {
      const end = Math.min(samples.length, at + this.#stretch - this.#inStretch);
      this.#inStretch += end - at;
      for (; at < end; at++) {
        const level = Math.abs(samples[at] as number);
        if (level > this.#loudest) this.#loudest = level;
      }
      if (this.#inStretch === this.#stretch) this.#next();
    }
  }

  /** From 0 to 255, each for the same time but the last. */
  finish(): Uint8Array {
    if (this.#inStretch > 0) this.#next();
    return Uint8Array.from(this.#peaks.subarray(0, this.#count), (peak) =>
      Math.min(255, Math.round((peak * 256) / LOUDEST)),
    );
  }

  #next(): void {
    if (this.#count === this.#peaks.length) this.#halve();
    this.#peaks[this.#count++] = this.#loudest;
    this.#loudest = 0;
    this.#inStretch = 0;
  }

  /** A long recording is seen from farther away. */
  #halve(): void {
    this.#count /= 2;
    for (let index = 0; index < this.#count; index++)
      this.#peaks[index] = Math.max(this.#peaks[2 * index] as number, this.#peaks[2 * index + 1] as number);
    this.#stretch *= 2;
  }
}

/** `count` numbers, or fewer where there are not so many, for the part from one share of the recording to another. */
export function peaksBetween(peaks: Uint8Array, from: number, to: number, count: number): number[] {
  const first = Math.floor(from * peaks.length);
  const part = peaks.subarray(first, Math.max(first, Math.ceil(to * peaks.length)));
  const told = Math.min(count, part.length);
  return Array.from({ length: told }, (_, index) => {
    const start = Math.floor((index * part.length) / told);
    const end = Math.floor(((index + 1) * part.length) / told);
    return part.subarray(start, end).reduce((loudest, peak) => Math.max(loudest, peak), 0);
  });
}
