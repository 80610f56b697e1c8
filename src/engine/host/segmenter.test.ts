import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Segment, type SegmentationOptions, Segmenter } from "./segmenter.ts";

const WINDOW = 512;
const OPTIONS: SegmentationOptions = {
  windowSamples: WINDOW,
  maxSamples: 480_000,
  padBeforeSamples: 4_800,
  padAfterSamples: 8_000,
  pauseSamples: 24_000,
  edgeSamples: 16_000,
};

/** Runs of speech and silence, in windows; every window with a level. */
function segmentsOf(
  runs: [speech: boolean, windows: number][],
  options = OPTIONS,
  level = (_i: number) => 0.1,
) {
  const segmenter = new Segmenter(options, 0);
  const segments: Segment[] = [];
  const speech = runs.flatMap(([isSpeech, windows]) => Array.from({ length: windows }, () => isSpeech));
  let quietUntil = 0;
  speech.forEach((isSpeech, i) => {
    segmenter.push(isSpeech, level(i));
    segments.push(...segmenter.take());
    quietUntil = Math.max(quietUntil, segments.at(-1)?.fromSample ?? 0);
    if (segmenter.quietUntilSample < quietUntil) throw new Error("what was quiet is so no more");
    quietUntil = segmenter.quietUntilSample;
  });
  segmenter.flush(speech.length * WINDOW);
  segments.push(...segmenter.take());
  return { segments, speech };
}

const seconds = (s: number) => Math.round((s * 16_000) / WINDOW);

const anyRuns = fc.array(
  fc.tuple(
    fc.integer({ min: 1, max: 1500 }),
    fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 120 })),
  ),
  { minLength: 1, maxLength: 12 },
);

describe("whatever is heard", () => {
  test("no segment is too long, all are in order, and every moment of long speech is owned exactly once", () => {
    fc.assert(
      fc.property(anyRuns, fc.boolean(), fc.integer({ min: 1, max: 97 }), (pairs, silenceFirst, seed) => {
        const runs = pairs.flatMap(([speech, silence]): [boolean, number][] => [
          [!silenceFirst, silenceFirst ? silence : speech],
          [silenceFirst, silenceFirst ? speech : silence],
        ]);
        const { segments, speech } = segmentsOf(runs, OPTIONS, (i) => ((i * seed) % 31) / 31);
        let ownedUntil = 0;
        for (const segment of segments) {
          expect(segment.untilSample - segment.fromSample).toBeLessThanOrEqual(OPTIONS.maxSamples);
          if (segment.cutBefore) expect(segment.fromSample).toBeLessThan(segment.ownFromSample);
          if (segment.cutAfter) expect(segment.untilSample).toBeGreaterThan(segment.ownUntilSample);
          expect(segment.ownFromSample).toBeLessThan(segment.ownUntilSample);
          expect(segment.ownFromSample).toBeGreaterThanOrEqual(ownedUntil);
          expect(segment.activity.speech).toContain(true);
          ownedUntil = segment.ownUntilSample;
        }
        let run = 0;
        speech.forEach((isSpeech, i) => {
          run = isSpeech ? run + 1 : 0;
          if (run < 4) return;
          const at = i * WINDOW;
          const owners = segments.filter((s) => s.ownFromSample <= at && at < s.ownUntilSample);
          expect(owners).toHaveLength(1);
          expect(owners.every((s) => s.fromSample <= at && at < s.untilSample)).toBe(true);
        });
      }),
      { numRuns: 300 },
    );
  });
});

describe("where segments begin and end", () => {
  test("silence gives none, and neither does a click", () => {
    expect(segmentsOf([[false, 500]]).segments).toEqual([]);
    expect(
      segmentsOf([
        [false, 100],
        [true, 1],
        [false, 100],
      ]).segments,
    ).toEqual([]);
  });

  test("speech is padded 300 ms before (and the detector's onset) and 500 ms after", () => {
    const { segments } = segmentsOf([
      [false, 100],
      [true, 50],
      [false, 100],
    ]);
    expect(segments).toEqual([
      {
        fromSample: 99 * WINDOW - 4_800,
        untilSample: 150 * WINDOW + 8_000,
        ownFromSample: 99 * WINDOW - 4_800,
        ownUntilSample: 150 * WINDOW + 8_000,
        cutBefore: false,
        cutAfter: false,
        activity: { fromSample: 99 * WINDOW, windowSamples: WINDOW, speech: new Array(51).fill(true) },
      },
    ]);
  });

  test("a second of silence at either end of the recording stays with the speech", () => {
    const { segments } = segmentsOf([
      [false, 30],
      [true, 50],
      [false, 31],
    ]);
    expect(segments.map((s) => [s.fromSample, s.untilSample])).toEqual([[0, 111 * WINDOW]]);
  });

  test("a pause under a second and a half stays inside, a longer one parts", () => {
    expect(
      segmentsOf([
        [true, 50],
        [false, seconds(1.4)],
        [true, 50],
      ]).segments,
    ).toHaveLength(1);
    expect(
      segmentsOf([
        [true, 50],
        [false, seconds(1.6)],
        [true, 50],
      ]).segments,
    ).toHaveLength(2);
  });

  test("a long segment ends at a short pause, whose sides do not overlap in what they own", () => {
    const { segments } = segmentsOf([
      [true, seconds(24)],
      [false, 10],
      [true, seconds(5)],
    ]);
    expect(segments).toHaveLength(2);
    expect(segments[0]?.ownUntilSample).toBe(segments[1]?.ownFromSample as number);
    expect(segments[0]?.untilSample).toBe((seconds(24) + 10) * WINDOW);
    expect(segments.map((s) => [s.cutBefore, s.cutAfter])).toEqual([
      [false, false],
      [false, false],
    ]);
  });

  test("speech without a pause is cut at its quietest spot, and both sides hear beyond the cut", () => {
    const quiet = seconds(25);
    const { segments } = segmentsOf([[true, seconds(40)]], OPTIONS, (i) =>
      Math.abs(i - quiet) <= 1 ? 0.01 : 0.2,
    );
    expect(segments).toHaveLength(2);
    const [first, second] = segments as [Segment, Segment];
    expect([first.cutAfter, second.cutBefore]).toEqual([true, true]);
    expect(first.ownUntilSample).toBe(quiet * WINDOW);
    expect(second.ownFromSample).toBe(quiet * WINDOW);
    expect(first.untilSample).toBe(quiet * WINDOW + 8_000);
    expect(second.fromSample).toBe(quiet * WINDOW - 4_800);
  });

  test("a model whose longest input leaves no room for speech is refused", () => {
    expect(() => new Segmenter({ ...OPTIONS, maxSamples: 70_000 }, 0)).toThrow("no room for speech");
  });
});
