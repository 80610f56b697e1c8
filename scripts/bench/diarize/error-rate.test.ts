import { expect, test } from "bun:test";
import { diarizationError, matchSpeakers, rateOf, type Turn } from "./error-rate.ts";

const turn = (speaker: string, startSeconds: number, endSeconds: number): Turn => ({
  speaker,
  startSeconds,
  endSeconds,
});
const truth = [turn("A", 0, 10), turn("B", 10, 20)];

test.each([
  ["all right under other names", [turn("x", 0, 10), turn("y", 10, 20)], 0],
  ["nothing found", [], 1],
  ["one speaker found for both", [turn("x", 0, 20)], 0.5],
  ["a quarter missed", [turn("x", 0, 5), turn("y", 10, 20)], 0.25],
  ["a third speaker where B speaks", [turn("x", 0, 10), turn("y", 10, 15), turn("z", 15, 20)], 0.25],
  ["somebody found where two seconds are silent", [turn("x", 0, 10), turn("y", 10, 22)], 0.1],
  ["a second speaker at once", [turn("x", 0, 10), turn("y", 10, 20), turn("z", 0, 4)], 0.2],
])("%s", (_, found, rate) => {
  expect(rateOf(diarizationError(truth, found, 0))).toBeCloseTo(rate, 2);
});

test("inside a collar nothing counts", () => {
  const late = [turn("x", 0.2, 10.2), turn("y", 10.2, 20.2)];
  expect(rateOf(diarizationError(truth, late, 0))).toBeGreaterThan(0.02);
  expect(rateOf(diarizationError(truth, late, 0.25))).toBe(0);
});

test("overlap counts for both who speak", () => {
  const both = [turn("A", 0, 10), turn("B", 5, 15)];
  expect(diarizationError(both, both, 0).speech).toBeCloseTo(20, 1);
  expect(rateOf(diarizationError(both, [turn("x", 0, 10), turn("y", 10, 15)], 0))).toBeCloseTo(0.25, 2);
});

test("names are matched by shared time", () => {
  expect([...matchSpeakers(truth, [turn("x", 9, 20), turn("y", 0, 9)])].sort()).toEqual([
    ["x", "B"],
    ["y", "A"],
  ]);
});
