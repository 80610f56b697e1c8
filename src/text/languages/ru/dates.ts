/** Russian dates, years, centuries and ordinals: `двадцать пятого июля две тысячи двенадцатого года`. */
import type { Written } from "../../formatting/language-rules.ts";
import { dateOf, dateReader, eraReader, plainMonths, yearReader } from "../shared/dates.ts";
import { list, type Reader, type Words } from "../shared/readers.ts";
import { roman } from "../shared/roman.ts";
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
  months: plainMonths(
    list("января февраля марта апреля мая июня июля августа сентября октября ноября декабря"),
  ),
  day: (words, at) => {
    const day = ordinal(words, at) ?? cardinal(words, at);
    return day && { ...day, text: String(day.value) };
  },
  year,
  between: [],
  betweenYear: [],
  eras: {},
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

function century(words: Words, at: number): Written | null {
  const number = ordinal(words, at);
  const word = words[at + (number?.words ?? 0)] ?? "";
  if (!number || number.value > 39n || !/^(?:век|века|веке|веку|веком|столети[еяию])$/.test(word))
    return null;
  return dateOf(number.words + 1, `${roman(Number(number.value))} ${word}`);
}

const LEAST_ORDINAL = 10n;

function ordinals(words: Words, at: number): Written | null {
  const found = ordinal(words, at);
  if (!found || found.value < LEAST_ORDINAL) return null;
  return { words: found.words, text: `${found.value}-${ordinalEnding(found.last)}`, kind: "ordinal" };
}

export const dateReaders: readonly Reader[] = [
  byMonth,
  yearAlone,
  century,
  eraReader(cardinal, ERAS),
  ordinals,
];
