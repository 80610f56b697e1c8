/** Russian dates, years, centuries and ordinals: `двадцать пятого июля две тысячи двенадцатого года`. */
import type { Written } from "../../formatting/language-rules.ts";
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

const byMonth = dateReader({
  months: plainMonths("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
  day: dayReader((words, at) => ordinal(words, at) ?? cardinal(words, at)),
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
  yearAlone,
  centuryReader(ordinal, /^(?:век|века|веке|веку|веком|столети[еяию])$/, "after"),
  eraReader(cardinal, ERAS),
  ordinalSignReader(ordinal, 10n, (last) => `-${ordinalEnding(last)}`),
];
