import { expect, test } from "bun:test";
import { changedParts } from "../../src/dashboard/parts/diff.ts";
import { processorMs } from "../support/processor-time.ts";

const shown = (before: string, after: string) =>
  changedParts(before, after)
    .map(({ kind, text }) => ({ same: text, old: `[-${text}-]`, new: `[+${text}+]` })[kind])
    .join("");

test.each([
  [
    "Release it on Tuesday.",
    "Release it on Friday, 27 November.",
    "Release it on [-Tuesday-][+Friday, 27 November+].",
  ],
  ["one two three", "one three", "one [-two -]three"],
  ["one three", "one two three", "one [+two +]three"],
  ["two plus two", "three plus three", "[-two-][+three+] plus [-two-][+three+]"],
  ["same", "same", "same"],
  ["gone", "", "[-gone-]"],
  ["an old start", "A NEW END", "[-an old start-][+A NEW END+]"],
  ["会议在星期二", "会议在星期三", "[-会议在星期二-][+会议在星期三+]"],
])("%j, then %j", (before, after, expected) => {
  expect(shown(before, after)).toBe(expected);
});

test("what stands far from a change is left out", () => {
  const far = "word ".repeat(40);
  const parts = changedParts(`${far}old ${far}`, `${far}new ${far}`);
  expect(parts.map(({ kind }) => kind)).toEqual(["same", "old", "new", "same"]);
  expect(parts[0]?.text).toStartWith("… word");
  expect(parts[3]?.text).toEndWith("word …");
  expect(parts.every(({ text }) => text.length < 60)).toBe(true);
});

test("long texts that share nothing are compared at once", () => {
  const before = Array.from({ length: 5_000 }, (_, index) => `a${index}`).join(" ");
  const after = Array.from({ length: 5_000 }, (_, index) => `b${index}`).join(" ");
  const tookMs = processorMs(() =>
    expect(changedParts(before, after).map(({ kind }) => kind)).toEqual(["old", "new"]),
  );
  expect(tookMs).toBeLessThan(1_000);
});
