import { expect, test } from "bun:test";
import { downmixWeights } from "./downmix.ts";

/** `AV_CH_LAYOUT_5POINT1_BACK` and `AV_CH_LAYOUT_7POINT1`. */
const FIVE_POINT_ONE = 0x3f;
const SEVEN_POINT_ONE = 0x63f;

test.each([
  ["mono", 1, 0x4, [1]],
  ["stereo", 2, 0x3, [0.5, 0.5]],
  ["a layout that nobody stated", 3, 0, [1 / 3, 1 / 3, 1 / 3]],
  ["a layout for another number of channels", 4, FIVE_POINT_ONE, [0.25, 0.25, 0.25, 0.25]],
] as const)("%s: every channel weighs the same", (_, channels, mask, weights) => {
  expect(downmixWeights(channels, mask)).toEqual([...weights]);
});

test.each([
  ["5.1", 6, FIVE_POINT_ONE],
  ["7.1", 8, SEVEN_POINT_ONE],
] as const)(
  "%s: speech from the front centre counts most, deep noise not at all, and nothing clips",
  (_, channels, mask) => {
    const weights = downmixWeights(channels, mask);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 12);
    expect(Math.max(...weights)).toBe(weights[2] as number);
    expect(weights[3]).toBe(0);
    expect(weights[0]).toBeCloseTo((weights[2] as number) * Math.SQRT1_2, 12);
  },
);
