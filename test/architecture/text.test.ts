/** `src/text` has one direction: finished texts above, words below. Imports of types count like others. */
import { expect, test } from "bun:test";
import { dirname, join, normalize } from "node:path";
import { importsOf, sourceFiles } from "./source-files.ts";

const ROOT = "src/text/";
/** From the top down. A file imports from its own room and from rooms further down; the entry is a room of its own. */
const ROOMS = [
  ["finish.ts"],
  ["formatting", "editing", "templates", "search"],
  ["dictionary"],
  ["languages"],
  ["words"],
];

const files = sourceFiles("src/text").filter(({ isTest }) => !isTest);

test("the rooms of src/text are the folders that exist", () => {
  expect([...new Set(files.map(({ path }) => roomOf(path)))].sort()).toEqual(ROOMS.flat().sort());
});

test("imports inside src/text run downward only", () => {
  const upward = files.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => normalize(join(dirname(file.path), specifier)))
      .filter((target) => target.startsWith(ROOT) && !isAllowed(file.path, target))
      .map((target) => `${file.path} -> ${target}`),
  );
  expect(upward).toEqual([]);
});

test.each([
  ["src/text/finish.ts", "src/text/formatting/sentences.ts", true],
  ["src/text/formatting/sentences.ts", "src/text/finish.ts", false],
  ["src/text/editing/edit-text.ts", "src/text/formatting/join.ts", false],
  ["src/text/formatting/join.ts", "src/text/editing/edit-text.ts", false],
  ["src/text/formatting/instructions/apply.ts", "src/text/formatting/replacements.ts", true],
  ["src/text/languages/de/nouns.ts", "src/text/words/tokens.ts", true],
  ["src/text/languages/de/nouns.ts", "src/text/formatting/join.ts", false],
  ["src/text/words/tokens.ts", "src/text/dictionary/terms.ts", false],
])("%s may import %s: %p", (from, to, allowed) => {
  expect(isAllowed(from, to)).toBe(allowed);
});

function isAllowed(from: string, to: string): boolean {
  return roomOf(from) === roomOf(to) || rankOf(from) < rankOf(to);
}

function roomOf(path: string): string {
  return path.slice(ROOT.length).replace(/\/.*$/, "");
}

function rankOf(path: string): number {
  return ROOMS.findIndex((rooms) => rooms.includes(roomOf(path)));
}
