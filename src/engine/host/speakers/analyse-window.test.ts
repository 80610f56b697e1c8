import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { WindowTurn } from "../backends/speaker-networks.ts";
import { analyseWindow } from "./analyse-window.ts";

const RATE = 16_000;
const window = new Float32Array(10 * RATE);
const whole = {
  fromSample: 0,
  untilSample: 10 * RATE,
  ownFromSample: 0,
  ownUntilSample: 10 * RATE,
  nextSample: 10 * RATE,
};

/** A network that says `turns`, and one that reports nothing but how much it was given. */
function networks(turns: WindowTurn[]) {
  const given: number[] = [];
  const embed = (parts: readonly Float32Array[]) => {
    given.push(parts.reduce((sum, part) => sum + part.length, 0) / RATE);
    return Float32Array.of(3, 4);
  };
  return { given, sherpa: { segment: () => turns, embed } };
}

const turn = (speaker: number, start: number, end: number): WindowTurn => ({ speaker, start, end });

describe("one window", () => {
  test("each second has a voice, heard with what its speaker says around it", () => {
    const { sherpa, given } = networks([turn(0, 1, 7)]);
    const [stretch] = analyseWindow(sherpa, window, whole);
    expect(stretch).toMatchObject({ startSeconds: 1, endSeconds: 7 });
    expect(stretch?.voices).toHaveLength(6);
    expect(stretch?.voices[2]).toMatchObject({ startSeconds: 3, endSeconds: 4, heardSeconds: 3 });
    expect(stretch?.voices[0]?.embedding).toEqual(Float32Array.of(0.6, 0.8));
    expect(given.every((seconds) => Math.abs(seconds - 3) < 0.001)).toBe(true);
  });

  test("what a short stretch sounds like is computed once, for all its voices", () => {
    const { sherpa, given } = networks([turn(0, 1, 3.5)]);
    const [stretch] = analyseWindow(sherpa, window, whole);
    expect(stretch?.voices.map(({ heardSeconds, embedding }) => [heardSeconds, embedding])).toEqual(
      Array.from({ length: 3 }, () => [2.5, Float32Array.of(0.6, 0.8)]),
    );
    expect(given).toEqual([2.5]);
  });

  test("a later window tells the recording's time, and hears its own samples", () => {
    const { sherpa, given } = networks([turn(0, 1, 3), turn(1, 9, 10)]);
    const later = {
      fromSample: 5 * RATE,
      untilSample: 14 * RATE,
      ownFromSample: 7 * RATE,
      ownUntilSample: 14 * RATE,
      nextSample: 14 * RATE,
    };
    const stretches = analyseWindow(sherpa, window, later);
    expect(stretches.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([[7, 8]]);
    expect(given).toEqual([2]);
  });

  test("where two speak at once no voice is told, but both speak", () => {
    const { sherpa } = networks([turn(0, 0, 3), turn(1, 2, 5)]);
    const stretches = analyseWindow(sherpa, window, whole);
    expect(stretches.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([
      [0, 3],
      [2, 5],
    ]);
    expect(stretches[0]?.voices.at(-1)?.endSeconds).toBe(2);
    expect(stretches[1]?.voices[0]?.startSeconds).toBe(3);
  });

  test("two stretches of one speaker that touch keep their own voices", () => {
    const { sherpa } = networks([turn(0, 1, 2), turn(0, 2, 3)]);
    const stretches = analyseWindow(sherpa, window, whole);
    expect(stretches.map(({ voices }) => [voices[0]?.startSeconds, voices.at(-1)?.endSeconds])).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  test("too little to hear is a voice without a vector, and one without direction or number is none", () => {
    const { sherpa, given } = networks([turn(0, 1, 1.1)]);
    expect(analyseWindow(sherpa, window, whole)[0]?.voices[0]?.embedding).toBeNull();
    expect(given).toEqual([]);
    for (const vector of [Float32Array.of(0, 0), Float32Array.of(Number.NaN, 1), null]) {
      const broken = { segment: () => [turn(0, 1, 3)], embed: () => vector };
      expect(analyseWindow(broken, window, whole)[0]?.voices[0]?.embedding).toBeNull();
    }
  });

  test("nothing is told outside the window's own part, nor after the recording's end", () => {
    const span = fc.tuple(
      fc.nat(2),
      fc.double({ min: 0, max: 10, noNaN: true }),
      fc.double({ min: 0, max: 5, noNaN: true }),
    );
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 12 }),
        fc.double({ min: 1, max: 10, noNaN: true }),
        (spans, end) => {
          const turns = spans.map(([speaker, start, length]) =>
            turn(speaker, start, Math.min(10, start + length)),
          );
          const untilSample = Math.floor(end * RATE);
          const own = { ownFromSample: 2.5 * RATE, ownUntilSample: 7.5 * RATE, nextSample: untilSample };
          for (const stretch of analyseWindow(networks(turns).sherpa, window, {
            fromSample: 0,
            untilSample,
            ...own,
          })) {
            expect(stretch.startSeconds).toBeGreaterThanOrEqual(2.5);
            expect(stretch.endSeconds).toBeLessThanOrEqual(Math.min(7.5, end));
            let at = stretch.startSeconds;
            for (const { startSeconds, endSeconds } of stretch.voices) {
              expect(startSeconds).toBeGreaterThanOrEqual(at - 1e-9);
              expect(endSeconds).toBeGreaterThan(startSeconds);
              at = endSeconds;
            }
            expect(at).toBeLessThanOrEqual(stretch.endSeconds + 1e-9);
          }
        },
      ),
    );
  });
});
