/** Italian dates, centuries and ordinals: `venticinque luglio duemiladodici`, `diciannovesimo secolo`. */
import type { Written } from "../../formatting/language-rules.ts";
import { dateOf, dateReader, eraReader, plainMonths, yearReader } from "../shared/dates.ts";
import { list, type Reader, type Words } from "../shared/readers.ts";
import { roman } from "../shared/roman.ts";
import { cardinal, ordinal } from "./numbers.ts";

const ERAS = { "avanti cristo": "a.C.", "dopo cristo": "d.C." };

const byMonth = dateReader({
  months: plainMonths(
    list("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
  ),
  day: (words, at) => {
    if (words[at] === "primo") return { words: 1, value: 1n, text: "1º" };
    const day = cardinal(words, at);
    return day && { ...day, text: String(day.value) };
  },
  year: yearReader(cardinal, "whole"),
  between: ["di"],
  betweenYear: ["del"],
  eras: ERAS,
});

function century(words: Words, at: number): Written | null {
  const number = ordinal(words, at);
  if (!number || number.value > 39n || words[at + number.words] !== "secolo") return null;
  return dateOf(number.words + 1, `${roman(Number(number.value))} secolo`);
}

const LEAST_ORDINAL = 10n;

function ordinals(words: Words, at: number): Written | null {
  const found = ordinal(words, at);
  if (!found || found.value < LEAST_ORDINAL) return null;
  return {
    words: found.words,
    text: `${found.value}${/[ae]$/.test(found.last) ? "ª" : "º"}`,
    kind: "ordinal",
  };
}

export const dateReaders: readonly Reader[] = [byMonth, century, eraReader(cardinal, ERAS), ordinals];
