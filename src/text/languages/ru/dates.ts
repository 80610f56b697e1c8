/** Russian dates and years, whose days and years are ordinals: `двадцать пятого июля две тысячи двенадцатого года`. */
import { twoDigits } from "../shared/clock.ts";
import { dateOf, dateReader, yearReader } from "../shared/dates.ts";
import { Notation } from "../shared/notation.ts";
import type { Reader, Words } from "../shared/readers.ts";
import type { SpelledNumbers } from "../shared/spelled/numbers.ts";

const MONTHS = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря";
const YEAR_WORD = /^год(?:а|у|ом|е|ы|ов|ам|ах|ами)?$/;

export function dateReaders({ cardinal, properOrdinal: ordinal }: SpelledNumbers): Reader[] {
  const wholeYear = yearReader(cardinal, "whole");

  /** The year is an ordinal; a plain number where the word for year is left out. */
  function year(words: Words, at: number) {
    const found = ordinal(words, at);
    return found && found.value >= 1000n && found.value < 3000n ? found : wholeYear(words, at);
  }

  /** `второго`, `ноль второго`, with which of them was said. */
  function dateNumber(words: Words, at: number, most: bigint) {
    const zero = words[at] === "ноль" ? 1 : 0;
    const found = ordinal(words, at + zero);
    if (!found || found.value < 1n || found.value > most || !/[ое]го$/.test(found.last)) return null;
    return { words: zero + found.words, value: found.value, zero: zero > 0 };
  }

  const byMonth = dateReader({
    months: new Notation(true).forms(MONTHS),
    day: (words, at) => {
      const day = dateNumber(words, at, 31n) ?? ordinal(words, at) ?? cardinal(words, at);
      return day && { ...day, text: String(day.value) };
    },
    year,
  });

  /** `пятого десятого две тысячи двадцатого` → 05.10.2020; without a year a zero must show it. */
  const byNumber: Reader = (words, at) => {
    const day = dateNumber(words, at, 31n);
    const month = day && dateNumber(words, at + day.words, 12n);
    if (!day || !month) return null;
    const length = day.words + month.words;
    const found = year(words, at + length);
    if (!found && !day.zero && !month.zero) return null;
    const parts = [day, month].map(({ value }) => twoDigits(Number(value)));
    return dateOf(length + (found?.words ?? 0), [...parts, ...(found ? [found.value] : [])].join("."));
  };

  /** `в тысяча девятьсот восьмидесятом году`. */
  const yearAlone: Reader = (words, at) => {
    const found = ordinal(words, at);
    if (!found || found.value < 100n || !YEAR_WORD.test(words[at + found.words] ?? "")) return null;
    // `восьмидесятые годы` are a decade.
    const [, decade] = /ы([ех]|ми)$/.exec(found.last) ?? [];
    return dateOf(found.words, decade === undefined ? String(found.value) : `${found.value}-${decade}`);
  };

  return [byMonth, byNumber, yearAlone];
}
