/** Dictations made at random of a language's own words, numbers, marks and commands, and what formatting must never do to them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatWithReasons } from "../../src/text/formatting/format-dictation.ts";
import { rulesFor } from "../../src/text/languages/index.ts";
import { splitWords } from "../../src/text/words/split-words.ts";

const GOLDEN = join(import.meta.dir, "../golden/formatting");
/** Which kinds of words follow each other, how often, of a hundred. */
const SHARES = { mark: 12, number: 10, command: 2 };
const MARKS = ["", "", "", "", "", "", ",", ",", ".", "?", "!", ":", ";", "…"];

export type Chance = (below: number) => number;

export interface Vocabulary {
  language: string;
  /** Runs of words as people say them. */
  prose: readonly string[];
  numbers: readonly string[];
  marks: readonly string[];
  commands: readonly string[];
}

export const FUZZED = readdirSync(GOLDEN, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export function vocabularyOf(language: string): Vocabulary {
  const rules = rulesFor(language);
  const said = (file: RegExp) =>
    readdirSync(join(GOLDEN, language))
      .filter((name) => file.test(name))
      .flatMap((name) => readFileSync(join(GOLDEN, language, name), "utf8").split("\n"))
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split("\t")[0] ?? "");
  return {
    language,
    prose: said(/^(?:sentences|unchanged)/),
    numbers: said(/^(?:cardinal|decimal|date|time|money|measure|ordinal)/),
    marks: rules.marks.map(({ spoken }) => (rules.spaced ? spoken : spoken.replaceAll(" ", ""))),
    commands: [...rules.corrections, ...rules.fillers],
  };
}

/** A dictation, without marks or with some of a recognizer's, which stand anywhere. */
export function randomDictation(vocabulary: Vocabulary, chance: Chance): string {
  const { spaced } = rulesFor(vocabulary.language);
  const one = (list: readonly string[]) => list[chance(list.length)] ?? "";
  const hasMarks = chance(2) === 0;
  const parts = Array.from({ length: 1 + chance(12) }, () => {
    const kind = chance(100);
    if (kind < SHARES.mark) return one(vocabulary.marks);
    if (kind < SHARES.mark + SHARES.number) return one(vocabulary.numbers);
    if (kind < SHARES.mark + SHARES.number + SHARES.command) return one(vocabulary.commands);
    const words = splitWords(one(vocabulary.prose), spaced);
    const from = chance(words.length);
    const some = words.slice(from, from + 1 + chance(5)).join(spaced ? " " : "");
    return hasMarks ? some + one(MARKS) : some;
  });
  const said = parts.filter((part) => part !== "").join(spaced ? " " : "");
  return hasMarks ? said.replace(/[,:;…]?$/u, rulesFor(vocabulary.language).stop || ".") : said;
}

export interface Fault {
  said: string;
  once: string;
  /** What the finished text becomes when it is formatted again. */
  again: string;
}

/** Null if a finished text stays as it is. */
export function changesAgain(said: string, language: string): Fault | null {
  const once = formatWithReasons(said, { language }).text;
  const again = formatWithReasons(once, { language }).text;
  return again.trimEnd() === once.trimEnd() ? null : { said, once, again };
}

/** Words that were said and are neither in the text nor in a reason. */
export function lostWords(said: string, language: string): string[] {
  const { spaced } = rulesFor(language);
  const { text, reasons } = formatWithReasons(said, { language });
  const plain = (words: string) =>
    words
      .toUpperCase()
      .replaceAll("İ", "I")
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, spaced ? " " : "");
  const explained = ` ${reasons.map((reason) => plain(reason.said)).join(" ")} `;
  const written = ` ${plain(text)} `;
  return splitWords(plain(said), spaced).filter(
    (word) =>
      !written.includes(spaced ? ` ${word} ` : word) && !explained.includes(spaced ? ` ${word} ` : word),
  );
}
