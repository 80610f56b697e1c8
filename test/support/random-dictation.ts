/** Dictations made at random of a language's own words, numbers, marks and commands, and what formatting must never do to them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatDictation, formatWithReasons } from "../../src/text/formatting/format-dictation.ts";
import { rulesFor } from "../../src/text/languages/index.ts";
import { splitWords } from "../../src/text/words/split-words.ts";

const GOLDEN = join(import.meta.dir, "../golden/formatting");
/** How many of a hundred parts are a mark's words, a number or a command; all others are words. */
const SHARES = { mark: 12, number: 10, command: 2 };
const MOST_PARTS = 12;
const MOST_WORDS = 5;
/** As a recognizer sets them; most words have none. */
const MARKS = ["", "", "", "", "", "", ",", ",", ".", "?", "!", ":", ";", "…"];

/** A whole number from 0 up to, and without, the given one. */
export type Chance = (below: number) => number;

export interface Vocabulary {
  language: string;
  prose: readonly string[];
  numbers: readonly string[];
  marks: readonly string[];
  commands: readonly string[];
}

export const FUZZED = readdirSync(GOLDEN, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

/** The phrases of a language's golden files, as they are said. */
export function vocabularyOf(language: string): Vocabulary {
  const { spaced, marks, corrections, fillers } = rulesFor(language);
  const files = readdirSync(join(GOLDEN, language));
  const said = (kinds: RegExp) =>
    files
      .filter((name) => kinds.test(name))
      .flatMap((name) => readFileSync(join(GOLDEN, language, name), "utf8").split("\n"))
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split("\t")[0] ?? "");
  return {
    language,
    prose: said(/^(?:sentences|unchanged)/),
    numbers: said(/^(?:cardinal|decimal|date|time|money|measure|ordinal)/),
    marks: marks.map(({ spoken }) => (spaced ? spoken : spoken.replaceAll(" ", ""))),
    commands: [...corrections, ...fillers],
  };
}

/** Without marks, or with some of a recognizer's, which stand anywhere, and one at the end. */
export function randomDictation(vocabulary: Vocabulary, chance: Chance): string {
  const { spaced, stop } = rulesFor(vocabulary.language);
  const joint = spaced ? " " : "";
  const oneOf = (list: readonly string[]) => list[chance(list.length)] ?? "";
  const hasMarks = chance(2) === 0;
  const parts = Array.from({ length: 1 + chance(MOST_PARTS) }, () => {
    const kind = chance(100);
    if (kind < SHARES.mark) return oneOf(vocabulary.marks);
    if (kind < SHARES.mark + SHARES.number) return oneOf(vocabulary.numbers);
    if (kind < SHARES.mark + SHARES.number + SHARES.command) return oneOf(vocabulary.commands);
    const words = splitWords(oneOf(vocabulary.prose), spaced);
    const from = chance(words.length);
    const some = words.slice(from, from + 1 + chance(MOST_WORDS)).join(joint);
    return hasMarks ? some + oneOf(MARKS) : some;
  });
  const said = parts.filter((part) => part !== "").join(joint);
  return hasMarks ? said.replace(/[,:;…]?$/u, stop === "" ? "." : stop) : said;
}

/** A finished text, and the other that it becomes when it is formatted again; null if it stays. */
export function changedAgain(said: string, language: string): { once: string; again: string } | null {
  const once = formatDictation(said, { language });
  const again = formatDictation(once, { language });
  // After a line's dash nothing is left to be set apart.
  return again.trimEnd() === once.trimEnd() ? null : { once, again };
}

/** Words that were said and are neither in the text nor in a reason; they may be joined to others. */
export function lostWords(said: string, language: string): string[] {
  const { text, reasons } = formatWithReasons(said, { language });
  const plain = (words: string) =>
    words
      .toUpperCase()
      .replaceAll("İ", "I")
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ");
  const kept = [text, ...reasons.map((reason) => reason.said)].map(plain).join(" ");
  return splitWords(plain(said), rulesFor(language).spaced).filter(
    (word) => !kept.includes(word) && !kept.replaceAll(" ", "").includes(word),
  );
}
