import { expect, test } from "bun:test";
import { certaintiesOf, confidencesOf, pausesOf } from "./word-details.ts";

const HALF = Math.log(0.5);

function timed(text: string, times: readonly [text: string, start: number, end: number][]) {
  const words = times.map(([word, startSeconds, endSeconds]) => ({ text: word, startSeconds, endSeconds }));
  return { text, segments: [{ id: 0, startSeconds: 0, endSeconds: 9, text, words }] };
}

test("the silence before each word", () => {
  const pauses = pausesOf(
    timed("we left period", [
      ["we", 0.25, 0.5],
      ["left", 0.5, 1],
      ["period", 1.5, 2],
    ]),
  );
  expect(pauses).toEqual([0, 0, 0.5]);
});

test("none where words have no times of their own, or are not those of the text", () => {
  const spread: [string, number, number][] = [
    ["we", 0, 1],
    ["left", 1, 2],
  ];
  expect(pausesOf(timed("we left", spread))).toEqual([]);
  expect(
    pausesOf(
      timed("we left early", [
        ["we", 0, 1],
        ["left", 2, 3],
      ]),
    ),
  ).toEqual([]);
});

function scored(text: string, told: readonly [word: string, logProbs?: number[]][]) {
  const words = told.map(([word, logProbs]) => ({ text: word, startSeconds: 0, endSeconds: 1, logProbs }));
  return { text, segments: [{ id: 0, startSeconds: 0, endSeconds: 9, text, words }] };
}

test("each word's tokens together", () => {
  const [sure, ...others] = confidencesOf(
    scored("we run", [
      ["we", [0]],
      ["run", [HALF, HALF]],
    ]),
  );
  expect([sure, others.length]).toEqual([1, 1]);
  expect(others[0]).toBeCloseTo(0.5);
});

test.each([
  ["a recognizer without scores", scored("we run", [["we", [0]], ["run"]])],
  [
    "words that are not those of the text",
    scored("we run on", [
      ["we", [0]],
      ["run", [0]],
    ]),
  ],
])("none from %s", (_, heard) => {
  expect(confidencesOf(heard)).toEqual([]);
});

test("what a confidence means is the recognizer's own; without its measure it means nothing", () => {
  const heard = {
    ...scored("we run on", [
      ["we", [Math.log(0.9)]],
      ["run", [HALF]],
      ["on", [Math.log(0.2)]],
    ]),
    language: "en",
    durationSeconds: 9,
    modelId: "some@1.0.0",
  };
  const certainties = (unsure_below: number, sure_from: number) =>
    certaintiesOf({ ...heard, confidence: { unsure_below, sure_from } });
  expect(certainties(0.3, 0.8)).toEqual(["sure", null, "unsure"]);
  expect(certainties(0.6, 0.95)).toEqual([null, "unsure", "unsure"]);
  expect(certaintiesOf(heard)).toEqual([]);
});
