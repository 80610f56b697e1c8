/** Dutch numbers. */
import type { LanguageData } from "../shared/language-data.ts";
import type { Words } from "../shared/readers.ts";
import { spelledNumbers } from "../shared/spelled/numbers.ts";
import data from "./cldr.json";

export const NUMBERS = spelledNumbers("nl", data as LanguageData);
export const { cardinal, properOrdinal: ordinal } = NUMBERS;

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = { half: 2n, halve: 2n, kwart: 4n };

export function denominator(words: Words, at: number) {
  const named = NAMED_DENOMINATORS[words[at] ?? ""];
  if (named !== undefined) return { words: 1, value: named };
  const found = ordinal(words, at);
  return found && found.value > 2n ? found : null;
}

/** `anderhalf`, `tweeënhalf`, `vierenhalf`. */
export function halfWord(word: string): bigint | null {
  if (word === "anderhalf" || word === "anderhalve") return 1n;
  const [, whole] = /^(.+)[eë]nhal(?:f|ve)$/.exec(word) ?? [];
  return whole === undefined ? null : (cardinal([whole], 0)?.value ?? null);
}
