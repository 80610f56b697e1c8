import { expect, test } from "bun:test";
import { pausesOf } from "./pauses.ts";

function transcription(text: string, times: readonly [text: string, start: number, end: number][]) {
  const words = times.map(([word, startSeconds, endSeconds]) => ({ text: word, startSeconds, endSeconds }));
  return { text, segments: [{ id: 0, startSeconds: 0, endSeconds: 9, text, words }] };
}

test("the silence before each word", () => {
  const pauses = pausesOf(
    transcription("we left period", [
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
  expect(pausesOf(transcription("we left", spread))).toEqual([]);
  expect(
    pausesOf(
      transcription("we left early", [
        ["we", 0, 1],
        ["left", 2, 3],
      ]),
    ),
  ).toEqual([]);
});
