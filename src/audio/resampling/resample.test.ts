import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { compileKernel } from "../../../scripts/build/kernel.ts";
import { temporaryFolder } from "../../../test/support/database.ts";
import { SAMPLE_RATE } from "../audio.ts";
import { designFilters } from "./filter.ts";
import { Resampler } from "./resample.ts";

/** Common rates, odd ones, and both ends of what a file may say. */
const RATES = [1_000, 8_000, 11_025, 12_345, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000];

function tone(hertz: number, sampleRate: number, seconds: number): Float32Array {
  const step = (2 * Math.PI * hertz) / sampleRate;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) =>
    Math.sin(index * step),
  );
}

/** All output at once, the input cut into blocks of these lengths in turn. */
function resample(
  input: Float32Array,
  fromRate: number,
  blocks: number[] = [input.length || 1],
): Float32Array {
  const resampler = new Resampler(fromRate);
  const parts: Int16Array[] = [];
  for (let at = 0, turn = 0; at < input.length; turn++) {
    const length = blocks[turn % blocks.length] as number;
    parts.push(resampler.push(input.subarray(at, at + length)));
    at += length;
  }
  parts.push(resampler.end());
  const output = new Float32Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    output.set(
      Float32Array.from(part, (value) => value / 0x8000),
      at,
    );
    at += part.length;
  }
  return output;
}

/** Level and phase of one frequency, by correlation with it, away from the edges; 1 and 0 for `tone`. */
function measure(samples: Float32Array, hertz: number): { level: number; phase: number; rest: number } {
  const inner = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
  const offset = Math.floor(samples.length / 4);
  const step = (2 * Math.PI * hertz) / SAMPLE_RATE;
  let [sine, cosine] = [0, 0];
  inner.forEach((value, index) => {
    sine += value * Math.sin((index + offset) * step);
    cosine += value * Math.cos((index + offset) * step);
  });
  const [a, b] = [(2 * sine) / inner.length, (2 * cosine) / inner.length];
  const rest = inner.map((value, index) => {
    const angle = (index + offset) * step;
    return value - a * Math.sin(angle) - b * Math.cos(angle);
  });
  return { level: Math.hypot(a, b), phase: Math.atan2(b, a), rest: loudness(rest) };
}

function loudness(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / (samples.length || 1));
}

describe.each(RATES)("from %i Hz", (rate) => {
  const highest = 0.85 * Math.min(rate, SAMPLE_RATE) * 0.5;

  test.each([0.05, 0.4, 1])("a tone at %f of what passes keeps level, frequency and place", (part) => {
    const hertz = Math.round(part * highest);
    const { level, phase, rest } = measure(resample(tone(hertz, rate, 1), rate), hertz);
    expect(20 * Math.abs(Math.log10(level))).toBeLessThan(0.1);
    expect(Math.abs(phase)).toBeLessThan(0.01);
    // 60 dB below the tone: neither images nor clicks.
    expect(rest).toBeLessThan(0.001);
  });

  test("a constant stays what it is", () => {
    const output = resample(new Float32Array(rate).fill(0.5), rate);
    for (const value of output.subarray(output.length / 4, (output.length * 3) / 4)) {
      expect(value).toBeCloseTo(0.5, 3);
    }
  });
});

test.each(RATES.filter((rate) => rate > 20_000))(
  "from %i Hz, a tone that 16 kHz cannot hold vanishes",
  (rate) => {
    for (const hertz of [8_050, 9_000, 10_000, rate * 0.3, rate * 0.45]) {
      if (hertz < 8_050) continue;
      const output = resample(tone(hertz, rate, 0.5), rate);
      const inner = output.subarray(output.length / 4, (output.length * 3) / 4);
      expect(20 * Math.log10(loudness(inner))).toBeLessThan(-70);
    }
  },
);

test("the output lasts as long as the input, to the nearest sample", () => {
  const rates = fc.oneof(fc.constantFrom(...RATES), fc.integer({ min: 1_000, max: 48_000 }));
  fc.assert(
    fc.property(rates, fc.integer({ min: 0, max: 5_000 }), (rate, length) => {
      const output = resample(new Float32Array(length), rate);
      expect(output.length).toBe(Math.round((length * SAMPLE_RATE) / rate));
    }),
    { numRuns: 40 },
  );
});

test("it does not matter how the input is cut into blocks", () => {
  const blocks = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.constantFrom(...RATES), blocks, (rate, lengths) => {
      const input = tone(333, rate, 0.05);
      expect(resample(input, rate, lengths)).toEqual(resample(input, rate));
    }),
    { numRuns: 40 },
  );
});

describe("the kernel", () => {
  test("is what its source compiles to", () => {
    using folder = temporaryFolder();
    const outfile = join(folder.path, "kernel.wasm");
    compileKernel(outfile);
    expect(readFileSync(outfile).equals(readFileSync(join(import.meta.dir, "kernel.wasm")))).toBe(true);
  });

  test("gives what the sums say in double precision, to one step of 16 bits", () => {
    const blocks = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 1, maxLength: 8 });
    // Also past full scale, where it is cut off.
    const noise = fc.array(fc.float({ min: -1.5, max: 1.5, noNaN: true }), { maxLength: 1_500 });
    fc.assert(
      fc.property(fc.constantFrom(...RATES), noise, blocks, (rate, values, lengths) => {
        const input = Float32Array.from(values);
        const steps = resample(input, rate, lengths).map((value) => value * 0x8000);
        const expected = inDoublePrecision(input, rate);
        expect(steps.length).toBe(expected.length);
        steps.forEach((value, index) => {
          if (Math.abs(value - (expected[index] as number)) > 1)
            throw new Error(`${value} at ${index}, not ${expected[index]}`);
        });
      }),
      { numRuns: 40 },
    );
  });

  test("changes nothing at 16 kHz", () => {
    const all = Int16Array.from({ length: 0x10000 }, (_, index) => index - 0x8000);
    const output = resample(
      Float32Array.from(all, (value) => value / 0x8000),
      SAMPLE_RATE,
      [700, 1, 20_000],
    );
    expect(Int16Array.from(output, (value) => value * 0x8000)).toEqual(all);
  });

  test("takes what is no number as silence", () => {
    const input = new Float32Array(4_410).fill(Number.NaN);
    expect(resample(input, 44_100).every((value) => value === 0)).toBe(true);
  });
});

/** The same filters, as plain sums over the whole input, in steps of 16 bits. */
function inDoublePrecision(input: Float32Array, rate: number): number[] {
  const { inputStep, outputStep, phases, halfTaps, taps } = designFilters(rate);
  return Array.from({ length: Math.round((input.length * outputStep) / inputStep) }, (_, index) => {
    const remainder = (index * inputStep) % outputStep;
    const nearest = Math.round((remainder * phases) / outputStep);
    const base = Math.floor((index * inputStep) / outputStep) + (nearest === phases ? 1 : 0);
    const first = (nearest % phases) * 2 * halfTaps;
    let sum = 0;
    for (let tap = 0; tap < 2 * halfTaps; tap++)
      sum += (input[base - halfTaps + 1 + tap] ?? 0) * (taps[first + tap] as number);
    return Math.max(-0x8000, Math.min(0x7fff, sum * 0x8000));
  });
}
