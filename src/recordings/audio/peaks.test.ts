import { expect, test } from "bun:test";
import { SAMPLE_RATE } from "../../audio/audio.ts";
import { limits } from "../../config/limits.ts";
import { PeaksMeter, peaksBetween } from "./peaks.ts";

const STRETCH = SAMPLE_RATE / limits.peaksPerSecond;

test("each stretch tells its loudest sample, however the samples come", () => {
  const samples = new Int16Array(3 * STRETCH + 10);
  samples[5] = 16_384;
  samples[STRETCH + 1] = -32_768;
  samples[3 * STRETCH] = 8_192;
  for (const step of [1, 7, STRETCH, 10_000]) {
    const meter = new PeaksMeter();
    for (let at = 0; at < samples.length; at += step) meter.add(samples.subarray(at, at + step));
    expect([...meter.finish()]).toEqual([128, 255, 0, 64]);
  }
});

test("a long recording has no more numbers than are kept, and none is lost", () => {
  const meter = new PeaksMeter();
  const seconds = Math.ceil((limits.peaksKept * 1.5) / limits.peaksPerSecond);
  for (let second = 0; second < seconds; second++) {
    const block = new Int16Array(SAMPLE_RATE);
    if (second === seconds - 2) block[0] = 32_767;
    meter.add(block);
  }
  const peaks = meter.finish();
  expect(peaks.length).toBeLessThanOrEqual(limits.peaksKept);
  expect(peaks.length).toBeGreaterThan(limits.peaksKept / 2);
  const loud = peaks.indexOf(255);
  expect(loud / peaks.length).toBeCloseTo((seconds - 2) / seconds, 3);
});

test("a part is told by as many numbers as are asked for", () => {
  const peaks = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(peaksBetween(peaks, 0, 1, 4)).toEqual([2, 4, 6, 8]);
  expect(peaksBetween(peaks, 0, 1, 100)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(peaksBetween(peaks, 0.5, 1, 2)).toEqual([6, 8]);
  expect(peaksBetween(peaks, 0, 1, 3)).toEqual([2, 5, 8]);
  expect(peaksBetween(new Uint8Array(0), 0, 1, 3)).toEqual([]);
});
