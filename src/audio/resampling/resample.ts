/** Band-limited resampling to 16 kHz samples of 16 bits: a polyphase filter, run by a kernel in WebAssembly SIMD. */
import { readFileSync } from "node:fs";
import { designFilters } from "./filter.ts";
import kernelPath from "./kernel.wasm" with { type: "file" };

interface Kernel {
  memory: WebAssembly.Memory;
  resample(
    input: number,
    output: number,
    count: number,
    filters: number,
    taps: number,
    phases: number,
    inputStep: number,
    outputStep: number,
    remainder: number,
  ): void;
}

const PAGE_BYTES = 64 * 1024;

/** The kernel's memory holds the filters, the input that output still needs, and after it the output of one call. */
export class Resampler {
  readonly #inputStep: number;
  readonly #outputStep: number;
  readonly #phases: number;
  readonly #halfTaps: number;
  readonly #kernel = startKernel();
  readonly #bufferOffset: number;
  #buffer: Float32Array;
  #bufferLength: number;
  /** The input position of the buffer's first sample. */
  #bufferStart: number;
  #inputCount = 0;
  #outputCount = 0;

  /** @param fromRate of the input, in hertz. */
  constructor(fromRate: number) {
    const { inputStep, outputStep, phases, halfTaps, taps } = designFilters(fromRate);
    this.#inputStep = inputStep;
    this.#outputStep = outputStep;
    this.#phases = phases;
    this.#halfTaps = halfTaps;
    this.#bufferOffset = taps.length * Float32Array.BYTES_PER_ELEMENT;
    this.#bufferStart = -halfTaps;
    this.#bufferLength = halfTaps;
    this.#buffer = this.#reserve(halfTaps, 0);
    new Float32Array(this.#kernel.memory.buffer).set(taps);
  }

  /** Takes the next input and returns all output that no longer depends on later input. */
  push(input: Float32Array): Int16Array<ArrayBuffer> {
    this.#inputCount += input.length;
    this.#append(input);
    const lastPosition = this.#bufferStart + this.#bufferLength - this.#halfTaps - 2;
    return this.#produce(Math.floor(((lastPosition + 1) * this.#outputStep - 1) / this.#inputStep) + 1);
  }

  /** The rest, so that all output together lasts as long as all input did, to the nearest sample. */
  end(): Int16Array<ArrayBuffer> {
    this.#append(new Float32Array(2 * this.#halfTaps + 1));
    return this.#produce(Math.round((this.#inputCount * this.#outputStep) / this.#inputStep));
  }

  #append(input: Float32Array): void {
    const firstNeeded = Math.floor((this.#outputCount * this.#inputStep) / this.#outputStep) - this.#halfTaps;
    const drop = Math.min(Math.max(0, firstNeeded - this.#bufferStart), this.#bufferLength);
    this.#buffer.copyWithin(0, drop, this.#bufferLength);
    this.#bufferLength -= drop;
    this.#bufferStart += drop;
    const length = this.#bufferLength + input.length;
    if (length > this.#buffer.length) this.#buffer = this.#reserve(length, 0);
    this.#buffer.set(input, this.#bufferLength);
    this.#bufferLength = length;
  }

  /** All output before the sample `end`. */
  #produce(end: number): Int16Array<ArrayBuffer> {
    const count = Math.max(0, end - this.#outputCount);
    const output = this.#bufferOffset + this.#buffer.byteLength;
    this.#buffer = this.#reserve(this.#buffer.length, count);
    const position = this.#outputCount * this.#inputStep;
    const base = Math.floor(position / this.#outputStep);
    this.#kernel.resample(
      this.#bufferOffset + (base - this.#halfTaps + 1 - this.#bufferStart) * Float32Array.BYTES_PER_ELEMENT,
      output,
      count,
      0,
      2 * this.#halfTaps,
      this.#phases,
      this.#inputStep,
      this.#outputStep,
      position - base * this.#outputStep,
    );
    this.#outputCount += count;
    return new Int16Array(this.#kernel.memory.buffer, output, count).slice();
  }

  /** A view of the buffer with room for so many samples, and for output after it. Growing the memory ends older views. */
  #reserve(input: number, output: number): Float32Array {
    const { memory } = this.#kernel;
    const bytes = input * Float32Array.BYTES_PER_ELEMENT + output * Int16Array.BYTES_PER_ELEMENT;
    const missing = this.#bufferOffset + bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    return new Float32Array(memory.buffer, this.#bufferOffset, input);
  }
}

let compiled: WebAssembly.Module | undefined;

function startKernel(): Kernel {
  compiled ??= new WebAssembly.Module(readFileSync(kernelPath));
  return new WebAssembly.Instance(compiled).exports as unknown as Kernel;
}
