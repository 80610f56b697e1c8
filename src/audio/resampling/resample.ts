/**
 * Band-limited resampling to 16 kHz: a polyphase filter whose impulse response is a sinc under a Kaiser window
 * (J. O. Smith, "Digital Audio Resampling Home Page", CCRMA; Kaiser's formulas as in Oppenheim and Schafer,
 * "Discrete-Time Signal Processing", section 7.5).
 */
import { SAMPLE_RATE } from "./audio.ts";

/** Zero crossings of the sinc on each side, counted at the lower of the two rates. */
const ZERO_CROSSINGS = 32;

/** Kaiser's beta for 80 dB: below what 16-bit samples of speech show. */
const KAISER_BETA = 7.86;

/** Where the response is half, as a part of the lower Nyquist frequency: the stop band then begins just below it. */
const CUTOFF = 0.92;

/**
 * The exact number of filter phases for every common rate is below this (44.1 kHz needs 160). Odd rates use the
 * nearest of so many: an error of at most 1/8192 of a sample at the lower rate, 68 dB down at the highest frequency.
 */
const MAX_PHASES = 4096;

export class Resampler {
  readonly #inputStep: number;
  readonly #outputStep: number;
  readonly #phases: number;
  readonly #halfTaps: number;
  readonly #filters: Float64Array[];
  /** Input that future output still needs; `#bufferStart` is the position of its first sample. */
  #buffer: Float64Array;
  #bufferLength: number;
  #bufferStart: number;
  #inputCount = 0;
  #outputCount = 0;

  /** @param fromRate of the input, in hertz. */
  constructor(fromRate: number) {
    const divisor = greatestCommonDivisor(fromRate, SAMPLE_RATE);
    // Output sample k lies at input position k * inputStep / outputStep.
    this.#inputStep = fromRate / divisor;
    this.#outputStep = SAMPLE_RATE / divisor;
    const scale = Math.min(1, SAMPLE_RATE / fromRate);
    this.#phases = Math.min(this.#outputStep, Math.ceil(MAX_PHASES * scale));
    // Even, so that the taps can be taken four at a time.
    this.#halfTaps = 2 * Math.ceil(ZERO_CROSSINGS / scale / 2);
    this.#filters = Array.from({ length: this.#phases }, (_, phase) =>
      designFilter(phase / this.#phases, this.#halfTaps, scale),
    );
    this.#bufferStart = -this.#halfTaps;
    this.#bufferLength = this.#halfTaps;
    this.#buffer = new Float64Array(this.#halfTaps);
  }

  /** Takes the next input and returns all output that no longer depends on later input. */
  push(input: Float32Array): Float32Array {
    this.#inputCount += input.length;
    this.#append(input);
    return this.#produce(this.#bufferStart + this.#bufferLength - this.#halfTaps - 2);
  }

  /** The rest, so that all output together lasts as long as all input did, to the nearest sample. */
  end(): Float32Array {
    this.#append(new Float32Array(2 * this.#halfTaps + 1));
    const total = Math.round((this.#inputCount * this.#outputStep) / this.#inputStep);
    return this.#produce(Number.POSITIVE_INFINITY, total);
  }

  #append(input: Float32Array): void {
    const firstNeeded = Math.floor((this.#outputCount * this.#inputStep) / this.#outputStep) - this.#halfTaps;
    const drop = Math.min(Math.max(0, firstNeeded - this.#bufferStart), this.#bufferLength);
    const kept = this.#bufferLength - drop;
    if (kept + input.length > this.#buffer.length) {
      const larger = new Float64Array(kept + input.length);
      larger.set(this.#buffer.subarray(drop, this.#bufferLength));
      this.#buffer = larger;
    } else {
      this.#buffer.copyWithin(0, drop, this.#bufferLength);
    }
    this.#buffer.set(input, kept);
    this.#bufferLength = kept + input.length;
    this.#bufferStart += drop;
  }

  /** Output up to the last input position that has all its right-hand neighbours, or up to `total` samples. */
  #produce(lastPosition: number, total = Number.POSITIVE_INFINITY): Float32Array {
    const reachable = Math.floor(((lastPosition + 1) * this.#outputStep - 1) / this.#inputStep) + 1;
    const end = Math.min(total, Number.isFinite(reachable) ? Math.max(reachable, this.#outputCount) : total);
    const out = new Float32Array(Math.max(0, end - this.#outputCount));
    for (let index = 0; index < out.length; index++) out[index] = this.#sampleAt(this.#outputCount + index);
    this.#outputCount += out.length;
    return out;
  }

  #sampleAt(outputIndex: number): number {
    const position = outputIndex * this.#inputStep;
    let base = Math.floor(position / this.#outputStep);
    let phase = Math.round(((position - base * this.#outputStep) / this.#outputStep) * this.#phases);
    if (phase === this.#phases) {
      phase = 0;
      base += 1;
    }
    const filter = this.#filters[phase] as Float64Array;
    const start = base - this.#halfTaps + 1 - this.#bufferStart;
    const buffer = this.#buffer;
    // Four sums side by side: each addition would otherwise wait for the one before it.
    let sum0 = 0;
    let sum1 = 0;
    let sum2 = 0;
    let sum3 = 0;
    for (let tap = 0, at = start; tap < filter.length; tap += 4, at += 4) {
      sum0 += (buffer[at] as number) * (filter[tap] as number);
      sum1 += (buffer[at + 1] as number) * (filter[tap + 1] as number);
      sum2 += (buffer[at + 2] as number) * (filter[tap + 2] as number);
      sum3 += (buffer[at + 3] as number) * (filter[tap + 3] as number);
    }
    return sum0 + sum1 + (sum2 + sum3);
  }
}

/** The taps for a point `fraction` of a sample past an input sample, for the inputs around it. Gain 1 at 0 Hz. */
function designFilter(fraction: number, halfTaps: number, scale: number): Float64Array {
  const taps = Float64Array.from({ length: 2 * halfTaps }, (_, tap) => {
    const distance = (tap - halfTaps + 1 - fraction) * scale;
    return sinc(distance * CUTOFF) * kaiser(distance / ZERO_CROSSINGS);
  });
  const sum = taps.reduce((total, tap) => total + tap, 0);
  return taps.map((tap) => tap / sum);
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** @param x from -1 to 1 over the window; 0 outside. */
function kaiser(x: number): number {
  return Math.abs(x) > 1 ? 0 : besselI0(KAISER_BETA * Math.sqrt(1 - x * x)) / besselI0(KAISER_BETA);
}

/** Modified Bessel function of the first kind, order 0, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
