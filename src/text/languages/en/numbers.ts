/** What English readers ask of numbers beside the grammar of cardinals and ordinals. */
import { unsaidHundreds } from "../shared/amounts.ts";
import type { LanguageData } from "../shared/language-data.ts";
import type { LanguageTable } from "../shared/language-table.ts";
import type { Words } from "../shared/readers.ts";
import { numbersOf } from "../shared/table-language.ts";
import { counting } from "../shared/tables.ts";
import data from "./cldr.json";
import table from "./table.json";

export const numbers = numbersOf("en", data as LanguageData, table as unknown as LanguageTable);
export const { cardinal: readCardinal, properOrdinal: readOrdinal } = numbers;

export const ONES = counting(1, 1, "one two three four five six seven eight nine");
export const TENS = counting(20, 10, "twenty thirty forty fifty sixty seventy eighty ninety");

/** `twenty-one`: recognizers that punctuate write the hyphen. */
const COMPOUNDS = Object.entries(TENS).flatMap(([tens, value]) =>
  Object.entries(ONES).map(([ones, more]): [string, number] => [`${tens}-${ones}`, value + more]),
);
const BELOW_HUNDRED: ReadonlyMap<string, number> = new Map([
  ...Object.entries({ ...numbers.small, ...TENS }).filter(([, value]) => value > 0),
  ...COMPOUNDS,
]);
/** Words of a thousand and more. */
export const SCALES: ReadonlySet<string> = new Set([...table.moreScales.split(" "), ...numbers.scales]);

export interface Read {
  words: number;
  value: number;
}

/** 1 to 99, even if more of a number follows: `two thirty`. */
export function readBelowHundred(words: Words, at: number): Read | null {
  const word = words[at] ?? "";
  const value = BELOW_HUNDRED.get(word);
  if (value === undefined) return null;
  const ones = TENS[word] === undefined ? undefined : ONES[words[at + 1] ?? ""];
  return ones === undefined ? { words: 1, value } : { words: 2, value: value + ones };
}

/** One spoken digit; `oh` and `o` are zeros here. */
export function digitOf(word: string | undefined): string | undefined {
  if (/^(?:zero|oh|o)$/.test(word ?? "")) return "0";
  return ONES[word ?? ""]?.toString();
}

/** A digit, or a number below a hundred. */
export function readDigitOrPair(words: Words, at: number): { words: number; digits: string } | null {
  const digit = digitOf(words[at]);
  if (digit !== undefined) return { words: 1, digits: digit };
  const pair = readBelowHundred(words, at);
  return pair && { words: pair.words, digits: String(pair.value) };
}

export const readUnsaidHundreds = unsaidHundreds(readCardinal);

/** Whether the word belongs to a number. */
export function isNumberWord(word: string | undefined): boolean {
  if (word === undefined) return false;
  return (
    BELOW_HUNDRED.has(word) || SCALES.has(word) || word === "hundred" || word === "zero" || /^\d+$/.test(word)
  );
}
