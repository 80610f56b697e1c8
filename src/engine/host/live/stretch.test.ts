import { expect, test } from "bun:test";
import { Stretch } from "./stretch.ts";

const WINDOW = 512;
const SECOND = 16_000;

function hear(stretch: Stretch, heard: string, from = 0): number {
  let at = from;
  for (const window of heard) {
    at += WINDOW;
    stretch.hear(window === "s", at);
  }
  return at;
}

test("it is complete when what is spoken was decoded", () => {
  const stretch = new Stretch(0);
  expect(stretch.isComplete).toBe(true);
  const until = hear(stretch, "ss...");
  expect(stretch.isComplete).toBe(false);
  expect(stretch.isQuietBefore(until, 3)).toBe(true);
  expect(stretch.isQuietBefore(until, 4)).toBe(false);
  stretch.completeUntil = until;
  expect(stretch.isComplete).toBe(true);
  hear(stretch, "s", until);
  expect(stretch.isComplete).toBe(false);
  expect(stretch.speechSecondsUntil(until)).toBe((2 * WINDOW) / SECOND);
});

test("what was heard before it began counts", () => {
  const stretch = new Stretch(1_000, { heardSamples: 10 * WINDOW, speechSamples: 4 * WINDOW });
  expect(stretch.activity.speech).toEqual([...Array(6).fill(false), ...Array(4).fill(true)]);
  expect(stretch.speechUntil).toBe(1_000 + 10 * WINDOW);
});

test("running speech is cut at its last pause", () => {
  const stretch = new Stretch(0);
  const until = hear(stretch, `${"s".repeat(50)}..${"s".repeat(30)}...${"s".repeat(60)}`);
  // The detector reports speech a window late.
  expect(stretch.cutBefore(until)).toBe((50 + 2 + 30 + 3 - 1) * WINDOW);
});

test("without one it is cut where a final word begins, and the words behind the cut stay", () => {
  const said = [0.5, 2, 3.5, 5].map((startSeconds, i) => ({
    text: String(i),
    startSeconds,
    endSeconds: startSeconds + 0.5,
    spaced: true,
  }));
  const stretch = new Stretch(0, { said });
  const until = hear(stretch, "s".repeat(187));
  const cut = stretch.cutBefore(until);
  expect(cut).toBe(3.5 * SECOND);
  stretch.moveTo(cut);
  expect(stretch.fromSample).toBeWithin(cut - WINDOW, cut + 1);
  expect(stretch.agreement.said.map(({ text }) => text)).toEqual(["2", "3"]);
});

test("it is cut somewhere where nothing was said", () => {
  const stretch = new Stretch(0);
  const until = hear(stretch, "s".repeat(187));
  expect(stretch.cutBefore(until)).toBeWithin(4 * SECOND, 5 * SECOND);
});
