/** Russian dates, years, centuries and ordinals: `двадцать пятого июля две тысячи двенадцатого года`. */
import type { Written } from "../../formatting/language-rules.ts";
import { twoDigits } from "../shared/clock.ts";
import {
  centuryReader,
  dateOf,
  dateReader,
  dayReader,
  eraReader,
  ordinalSignReader,
  plainMonths,
  yearReader,
} from "../shared/dates.ts";
import type { Reader, Words } from "../shared/readers.ts";
import { cardinal, ordinal, ordinalEnding } from "./numbers.ts";

const ERAS = { "до нашей эры": "до н. э.", "года до нашей эры": "г. до н. э.", "нашей эры": "н. э." };
const YEAR_WORD = /^год(?:а|у|ом|е|ы|ов|ам|ах|ами)?$/;

/** The year is an ordinal; a plain number where the word for year is left out. */
function year(words: Words, at: number) {
  const found = ordinal(words, at);
  return found && found.value >= 1000n && found.value < 3000n
    ? found
    : yearReader(cardinal, "whole")(words, at);
}

/** `второго`, `ноль второго`, with which of them was said. */
function dateNumber(words: Words, at: number, most: bigint) {
  const zero = words[at] === "ноль" ? 1 : 0;
  const found = ordinal(words, at + zero);
  if (!found || found.value < 1n || found.value > most || !/[ое]го$/.test(found.last)) return null;
  return { words: zero + found.words, value: found.value, zero: zero > 0 };
}

/** `пятого десятого две тысячи двадцатого` → 05.10.2020; without a year a zero must tell. */
function byNumber(words: Words, at: number): Written | null {
  const day = dateNumber(words, at, 31n);
  const month = day && dateNumber(words, at + day.words, 12n);
  if (!day || !month) return null;
  const length = day.words + month.words;
  const found = year(words, at + length);
  if (!found && !day.zero && !month.zero) return null;
  const parts = [day, month].map(({ value }) => twoDigits(Number(value)));
  return dateOf(length + (found?.words ?? 0), [...parts, ...(found ? [found.value] : [])].join("."));
}

const byMonth = dateReader({
  months: plainMonths("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
  day: dayReader((words, at) => dateNumber(words, at, 31n) ?? ordinal(words, at) ?? cardinal(words, at)),
  year,
});

/** `в тысяча девятьсот восьмидесятом году`. */
function yearAlone(words: Words, at: number): Written | null {
  const found = ordinal(words, at);
  if (!found || found.value < 100n || !YEAR_WORD.test(words[at + found.words] ?? "")) return null;
  // `восьмидесятые годы` are a decade.
  if (/ые$|ых$|ыми$/.test(found.last))
    return dateOf(found.words, `${found.value}-${ordinalEnding(found.last)}`);
  return dateOf(found.words, String(found.value));
}

export const dateReaders: readonly Reader[] = [
  byMonth,
  byNumber,
  yearAlone,
  centuryReader(ordinal, /^(?:век|века|веке|веку|веком|столети[еяию])$/, "after"),
  eraReader(cardinal, ERAS),
  ordinalSignReader(ordinal, 10n, (last) => `-${ordinalEnding(last)}`),
];
