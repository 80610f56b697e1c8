/**
 * Hears the microphone, at whatever rate it runs, and sends it on as the server takes it: 16 kHz, mono, 16 bits, a
 * twentieth of a second at a time with its loudness. Runs in the browser's thread for sound, which loads it as it is.
 */
const RATE = 16_000;
const SENT_SAMPLES = RATE / 20;
/** Of the filter on either side: what lies above 8 kHz would come back as noise. */
const ZERO_CROSSINGS = 24;
const PASSED = 0.93;

/** A windowed sinc, once for each place that a sample can have between two of the microphone's. */
class Resampler {
  constructor(inputRate) {
    const divisor = commonDivisor(inputRate, RATE);
    this.up = RATE / divisor;
    this.down = inputRate / divisor;
    this.cutoff = inputRate > RATE ? (PASSED * RATE) / inputRate : 1;
    this.half = Math.ceil(ZERO_CROSSINGS / this.cutoff);
    this.kernels = new Map();
    this.buffer = new Float32Array(2 * this.half + 8192);
    // Silence before the first sample.
    this.filled = this.half;
    /** Where the next sample lies: whole samples of the input in `buffer`, and `phase / up` of one. */
    this.at = this.half;
    this.phase = 0;
  }

  push(block, take) {
    const { buffer, half } = this;
    buffer.set(block, this.filled);
    this.filled += block.length;
    for (; this.at + half < this.filled; this.advance()) {
      const kernel = this.kernelAt(this.phase);
      const first = this.at - half + 1;
      let sum = 0;
      for (let tap = 0; tap < kernel.length; tap++) sum += kernel[tap] * buffer[first + tap];
      take(sum);
    }
    const used = Math.max(0, Math.min(this.at - half + 1, this.filled));
    buffer.copyWithin(0, used, this.filled);
    this.filled -= used;
    this.at -= used;
  }

  /** What still lies in the filter. */
  end(take) {
    this.push(new Float32Array(this.half), take);
  }

  advance() {
    this.phase += this.down;
    this.at += Math.floor(this.phase / this.up);
    this.phase %= this.up;
  }

  kernelAt(phase) {
    let kernel = this.kernels.get(phase);
    if (kernel === undefined) {
      kernel = Float32Array.from({ length: 2 * this.half }, (_, tap) => this.weight(tap, phase / this.up));
      this.kernels.set(phase, kernel);
    }
    return kernel;
  }

  weight(tap, fraction) {
    const distance = tap - this.half + 1 - fraction;
    const x = Math.PI * this.cutoff * distance;
    const sinc = x === 0 ? 1 : Math.sin(x) / x;
    const window =
      0.42 +
      0.5 * Math.cos((Math.PI * distance) / this.half) +
      0.08 * Math.cos((2 * Math.PI * distance) / this.half);
    return Math.abs(distance) >= this.half ? 0 : this.cutoff * sinc * window;
  }
}

function commonDivisor(a, b) {
  return b === 0 ? a : commonDivisor(b, a % b);
}

class Capture extends AudioWorkletProcessor {
  constructor() {
    super();
    this.resampler = new Resampler(sampleRate);
    this.samples = new Int16Array(SENT_SAMPLES);
    this.count = 0;
    this.energy = 0;
    this.ended = false;
    this.take = (value) => this.add(value);
    this.port.onmessage = () => this.end();
  }

  process([[channel] = []]) {
    if (channel !== undefined && !this.ended) this.resampler.push(channel, this.take);
    return !this.ended;
  }

  add(value) {
    this.energy += value * value;
    this.samples[this.count++] = Math.round(Math.max(-1, Math.min(1, value)) * 32_767);
    if (this.count === SENT_SAMPLES) this.send();
  }

  send() {
    const level = Math.sqrt(this.energy / Math.max(1, this.count));
    this.port.postMessage({ samples: this.samples.slice(0, this.count), level });
    this.count = 0;
    this.energy = 0;
  }

  end() {
    if (this.ended) return;
    this.ended = true;
    this.resampler.end(this.take);
    this.send();
    this.port.postMessage(null);
  }
}

registerProcessor("capture", Capture);
