import { expect, test } from "bun:test";
import { wordChanges } from "./word-changes.ts";

test.each([
  ["Ask mister Maier about it.", "Ask mister Meyer about it.", [["Maier", "Meyer"]]],
  ["Send it to Mrs. O'Cafor, please.", "Send it to Mrs. Okafor, please.", [["O'Cafor", "Okafor"]]],
  ["We use cube control daily.", "We use kubectl daily.", [["cube control", "kubectl"]]],
  [
    "Maier calls north gate today.",
    "Meyer calls Northgate today.",
    [
      ["Maier", "Meyer"],
      ["north gate", "Northgate"],
    ],
  ],
  ["The same.", "The same.", []],
  // Words that were added or left out are no other spelling of anything.
  ["Send it.", "Send it today.", []],
  ["Send it today.", "Send it.", []],
  ["Only, a comma", "Only a comma", []],
  ["one two three four five six", "six men came by train on Monday", []],
  ["", "All of it is new.", []],
])("%p and %p", (before, after, expected) => {
  expect(wordChanges(before, after).map(({ from, to }) => [from, to])).toEqual(expected as string[][]);
});

test("what was written anew is no correction", () => {
  const text = (word: string) => Array.from({ length: 100 }, (_, index) => `${word}${index}`).join(" ");
  expect(wordChanges(text("a"), text("b"))).toEqual([]);
});
