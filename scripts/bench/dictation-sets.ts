/** The sets of `bench:dictation-words`, in whose head their form is described. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPauses } from "../../src/dictation/spoken-line.ts";
import type { Kept } from "./harm.ts";

export const DICTATION_SETS = join(import.meta.dir, "dictation-words");
/** Written later by somebody who had read neither the rules nor the first sets, and counted apart from them. */
export const SECOND_SETS = join(import.meta.dir, "second-words");
export const DICTATION_LANGUAGES = readdirSync(DICTATION_SETS).sort();

export interface Dictation {
  said: string;
  right: string[];
  class: string;
  kept: Kept;
  /** As a recognizer gives it that writes marks. */
  isPunctuated: boolean;
}

/** The words without the signs of pauses, and the seconds before each of them where there are any. */
export function readSaid(said: string): { words: string; pauses?: number[] } {
  const { words, pauses } = readPauses(said);
  return pauses.length === 0 ? { words } : { words, pauses };
}

/** `{a|b} c` is `a c` and `b c`. */
export function answersOf(written: string): string[] {
  const [choice, inner] = /\{([^{}]*\|[^{}]*)\}/u.exec(written) ?? [];
  if (choice === undefined || inner === undefined) return [written];
  return inner.split("|").flatMap((each) => answersOf(written.replace(choice, () => each)));
}

/** `Lewis, !not`: a name, and a negation. */
function keptOf(column: string): Kept {
  const items = column.split(", ").filter((item) => item !== "");
  return {
    names: items.filter((item) => !item.startsWith("!")),
    negations: items.filter((item) => item.startsWith("!")).map((item) => item.slice(1)),
  };
}

export function dictationsOf(path: string): Dictation[] {
  return readDictations(readFileSync(path, "utf8"));
}

export function readDictations(text: string): Dictation[] {
  return classedRows(text).map(({ label, row: [said = "", written = "", kept = ""] }) => ({
    said,
    right: written.replaceAll("’", "'").split(" || ").flatMap(answersOf),
    class: label,
    kept: keptOf(kept),
    isPunctuated: /[.?!。？！]$/u.test(said),
  }));
}

/** Rows with the class above them: a line `## office`. */
export function classedRows(text: string): { label: string; row: string[] }[] {
  let label = "mixed";
  return text.split("\n").flatMap((line) => {
    if (line.startsWith("## ")) label = line.slice(3);
    return line === "" || line.startsWith("#") ? [] : [{ label, row: line.split("\t") }];
  });
}

/** No-break spaces count as spaces, and `’` as `'`. */
export function plainText(text: string): string {
  return text.replace(/[\u00a0\u202f]/gu, " ").replaceAll("’", "'");
}
