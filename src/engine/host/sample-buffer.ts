/** The stretch of one recording that is not finished with, as s16 samples addressed by their place in the recording. */
const FIRST_CAPACITY_SAMPLES = 4 * 16_000;

export class SampleBuffer {
  #start: number;
  #samples = new Int16Array(FIRST_CAPACITY_SAMPLES);
  #length = 0;

  /** @param start position in the recording of the first sample that will be appended. */
  constructor(start: number) {
    this.#start = start;
  }

  get startSample(): number {
    return this.#start;
  }

  get endSample(): number {
    return this.#start + this.#length;
  }

  /** @param bytes s16le, whole samples. */
  append(bytes: Uint8Array): void {
    const added = bytes.byteLength >> 1;
    if (this.#length + added > this.#samples.length) {
      const grown = new Int16Array(Math.max(this.#length + added, 2 * this.#samples.length));
      grown.set(this.#samples.subarray(0, this.#length));
      this.#samples = grown;
    }
    new Uint8Array(this.#samples.buffer, this.#length * 2, added * 2).set(bytes.subarray(0, added * 2));
    this.#length += added;
  }

  /** Gives up everything before `position`; moves what stays only when that is the lesser part. */
  dropBefore(position: number): void {
    const dropped = Math.min(position - this.#start, this.#length);
    if (dropped < this.#length / 2 || dropped <= 0) return;
    this.#samples.copyWithin(0, dropped, this.#length);
    this.#length -= dropped;
    this.#start += dropped;
  }

  /** Samples from `from` up to `until` (both clipped to what is held) as floats of ±1. */
  floats(from: number, until: number): Float32Array {
    const first = Math.max(from - this.#start, 0);
    const source = this.#samples.subarray(
      first,
      Math.max(Math.min(until - this.#start, this.#length), first),
    );
    const floats = new Float32Array(source.length);
    for (let i = 0; i < source.length; i++) floats[i] = (source[i] as number) / 32_768;
    return floats;
  }

  /** Fills `window` from `from` on, zeros past the end. Returns the root mean square, 0 to 1. */
  window(from: number, window: Float32Array): number {
    const first = from - this.#start;
    const source = this.#samples;
    const held = Math.min(window.length, Math.max(this.#length - first, 0));
    let squares = 0;
    for (let i = 0; i < held; i++) {
      const sample = (source[first + i] as number) / 32_768;
      window[i] = sample;
      squares += sample * sample;
    }
    window.fill(0, held);
    return Math.sqrt(squares / window.length);
  }
}
