import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { accuracyTable, generatedAccuracyFiles } from "./accuracy.ts";

test.each(generatedAccuracyFiles())(
  "$path has the figures that were measured (else: bun run docs)",
  ({ path, content }) => {
    expect(readFileSync(path, "utf8")).toBe(content);
  },
);

test("readers that the starter knows stand apart from those that it does not", () => {
  const common = { real: true, recordings: 1, words: 40, starterWithoutWords: 0 };
  const table = accuracyTable([
    { ...common, name: "a stranger", known: false, moonshine: 1, starter: 20 },
    { ...common, name: "a friend", known: true, moonshine: 2, starter: 4 },
  ]);
  expect(table.split("\n").slice(2)).toEqual([
    "| **People whom `starter-en` does not know** | | | |",
    "| a stranger | 40 | 2.5 | 50.0 |",
    "| **People whom `starter-en` knows from its training** | | | |",
    "| a friend | 40 | 5.0 | 10.0 |",
  ]);
});
