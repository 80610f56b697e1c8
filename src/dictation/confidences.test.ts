import { expect, test } from "bun:test";
import { confidencesOf } from "./confidences.ts";

const HALF = Math.log(0.5);

function transcription(text: string, told: readonly [word: string, logProbs?: number[]][]) {
  const words = told.map(([word, logProbs]) => ({ text: word, startSeconds: 0, endSeconds: 1, logProbs }));
  return { text, segments: [{ id: 0, startSeconds: 0, endSeconds: 9, text, words }] };
}

test("each word's tokens together", () => {
  const [sure, ...others] = confidencesOf(
    transcription("we run", [
      ["we", [0]],
      ["run", [HALF, HALF]],
    ]),
  );
  expect([sure, others.length]).toEqual([1, 1]);
  expect(others[0]).toBeCloseTo(0.5);
});

test.each([
  ["a recognizer without scores", transcription("we run", [["we", [0]], ["run"]])],
  [
    "words that are not those of the text",
    transcription("we run on", [
      ["we", [0]],
      ["run", [0]],
    ]),
  ],
])("none from %s", (_, heard) => {
  expect(confidencesOf(heard)).toEqual([]);
});
