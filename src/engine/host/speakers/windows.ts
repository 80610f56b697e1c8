/** A recording as a row of windows that overlap by half, each cut as soon as its audio is there. */

export interface Window {
  fromSample: number;
  /** Where its audio ends: earlier than the network's length only in the last one. */
  untilSample: number;
  /** The part that is reported from this window: the middle, where the network has heard what comes before and after. */
  ownFromSample: number;
  ownUntilSample: number;
  /** Where the next window begins; the recording's end after the last one. */
  nextSample: number;
}

export class Windows {
  readonly #windowSamples: number;
  #fromSample: number;

  /** @param startSample where the first window begins; the recording's start, or where another host stopped. */
  constructor(startSample: number, windowSamples: number) {
    this.#windowSamples = windowSamples;
    this.#fromSample = startSample;
  }

  /**
   * The next window, or null while its audio is not there, and after the last one. Whether a window is the last is
   * known only when the recording has ended or continues after it.
   */
  next(endSample: number, ended: boolean): Window | null {
    const fromSample = this.#fromSample;
    const wholeUntil = fromSample + this.#windowSamples;
    const isLast = ended && endSample <= wholeUntil;
    if (isLast ? endSample <= fromSample : endSample <= wholeUntil) return null;
    const hop = Math.floor(this.#windowSamples / 2);
    const margin = Math.floor((this.#windowSamples - hop) / 2);
    const untilSample = Math.min(wholeUntil, endSample);
    this.#fromSample = isLast ? endSample : fromSample + hop;
    return {
      fromSample,
      untilSample,
      ownFromSample: fromSample === 0 ? 0 : fromSample + margin,
      ownUntilSample: isLast ? endSample : fromSample + margin + hop,
      nextSample: this.#fromSample,
    };
  }
}
