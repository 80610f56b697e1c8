/** Russian numbers in all cases. */
import type { LanguageData } from "../shared/language-data.ts";
import type { Words } from "../shared/readers.ts";
import { spelledNumbers } from "../shared/spelled/numbers.ts";
import data from "./cldr.json";

export const NUMBERS = spelledNumbers("ru", data as LanguageData);
export const { cardinal, properOrdinal: ordinal } = NUMBERS;

/** What is written after the number: the last letter of the word, two where a consonant stands before it. */
export function ordinalEnding(word: string): string {
  const [, ending = ""] = /(го|му|ми|[йяеюмхи])$/.exec(word) ?? [];
  return ending;
}

/** Tenths and thousandths are fractions as decimals: `пять десятых`. */
const DECIMAL_PLACES: Readonly<Record<string, number>> = {
  десятая: 1,
  десятых: 1,
  десятые: 1,
  сотая: 2,
  сотых: 2,
  сотые: 2,
  тысячная: 3,
  тысячных: 3,
  тысячные: 3,
  десятитысячная: 4,
  десятитысячных: 4,
  десятитысячные: 4,
};

/** After a whole number: `целых четырнадцать сотых`, `с половиной`. */
export function decimalTail(words: Words, at: number): { words: number; value: string } | null {
  if (words[at] === "с" && words[at + 1] === "половиной") return { words: 2, value: "5" };
  const whole = /^цел(?:ая|ых|ые|ой|ую)$/.test(words[at] ?? "") ? 1 : 0;
  const and = whole > 0 && words[at + 1] === "и" ? 1 : 0;
  const number = whole > 0 ? cardinal(words, at + whole + and) : null;
  if (!number) return null;
  const length = whole + and + number.words;
  const places = DECIMAL_PLACES[words[at + length] ?? ""];
  if (places === undefined) return null;
  return { words: length + 1, value: String(number.value).padStart(places, "0") };
}

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = {
  треть: 3n,
  трети: 3n,
  третей: 3n,
  четверть: 4n,
  четверти: 4n,
  четвертей: 4n,
};

/** The feminine for one (`одна пятая`), the genitive plural for more (`две пятых`). */
export function denominator(words: Words, at: number, one: boolean) {
  const named = NAMED_DENOMINATORS[words[at] ?? ""];
  if (named !== undefined) return { words: 1, value: named };
  const found = ordinal(words, at);
  if (!found || found.value < 2n || !(one ? /ая$|ья$/ : /ых$|ьих$|ые$/).test(found.last)) return null;
  return { words: found.words, value: found.value };
}

/** `полтора`, `полторы`. */
export function halfWord(word: string): bigint | null {
  return /^полтор(?:а|ы)$/.test(word) ? 1n : null;
}
