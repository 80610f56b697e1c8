/** Every kind of recording against what ffmpeg makes of the same file: length, place and sound of the samples. */
import { describe, expect, test } from "bun:test";
import { testFolder } from "../support/folders.ts";
import { build, cases, type FormatCase } from "./support/cases.ts";
import { collect } from "./support/collect.ts";
import { compareSamples } from "./support/compare.ts";
import { decodeWithFfmpeg, hasFfmpeg } from "./support/ffmpeg.ts";

const folder = testFolder();

/** ffmpeg's versions disagree about the padding at the ends of AAC by up to a frame or two. */
const TOLERANCE_SECONDS = 0.05;

/** ffmpeg shifts what follows in a chain by the padding of its beginning, so it is asked about the first part. */
function expectedOf({ times, ...one }: FormatCase): Int16Array {
  if (times === 1) return decodeWithFfmpeg(folder, one.file);
  build(folder, { ...one, times: 1 });
  const once = decodeWithFfmpeg(folder, one.file);
  return Int16Array.from({ length: times * once.length }, (_, index) => once[index % once.length] as number);
}

describe.skipIf(!hasFfmpeg)("ffmpeg agrees", () => {
  test.each(cases.map((one) => [`${one.container}: ${one.name}`, one] as const))("%s", async (_, one) => {
    const { info, samples, durationSeconds } = await collect(build(folder, one));
    expect(info).toMatchObject({
      container: one.container,
      codec: one.codec,
      sampleRate: one.sampleRate,
      channels: one.channels,
    });
    const expected = expectedOf(one);
    expect(Math.abs(durationSeconds - expected.length / 16_000)).toBeLessThan(TOLERANCE_SECONDS);
    const { correlation, lag } = compareSamples(samples, expected);
    expect(correlation).toBeGreaterThan(0.95);
    // 4 ms: a word's times are as good as ffmpeg's.
    expect(Math.abs(lag)).toBeLessThanOrEqual(64);
  });
});
