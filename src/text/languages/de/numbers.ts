/** German numbers. */
import type { LanguageData } from "../shared/language-data.ts";
import type { Words } from "../shared/readers.ts";
import { spelledNumbers } from "../shared/spelled/numbers.ts";
import data from "./cldr.json";

export const NUMBERS = spelledNumbers("de", data as LanguageData, [
  "ein",
  "eine",
  "einen",
  "einem",
  "einer",
  "eines",
]);
export const { cardinal, properOrdinal: ordinal } = NUMBERS;

/** `drittel`, `zwanzigstel`; `halb` is told apart, as it takes no ending of its own. */
export function denominator(words: Words, at: number): { words: number; value: bigint } | null {
  const word = words[at] ?? "";
  if (/^halbe?[rsn]?$/.test(word)) return { words: 1, value: 2n };
  const [, stem] = /^(.+)eln?$/.exec(word) ?? [];
  const found = stem === undefined ? null : ordinal([`${stem}e`], 0);
  return found && found.value > 2n ? { words: 1, value: found.value } : null;
}

/** `anderthalb`, `dreieinhalb`. */
export function halfWord(word: string): bigint | null {
  if (word === "anderthalb") return 1n;
  const [, whole] = /^(.+)einhalb$/.exec(word) ?? [];
  return whole === undefined ? null : (cardinal([whole], 0)?.value ?? null);
}
