/** Spanish dates, centuries and ordinals: `veinticinco de julio de dos mil doce`, `siglo diecinueve`. */
import type { Written } from "../../formatting/language-rules.ts";
import { dateOf, dateReader, eraReader, plainMonths, yearReader } from "../shared/dates.ts";
import { list, type Reader, type Words } from "../shared/readers.ts";
import { roman } from "../shared/roman.ts";
import { cardinal, ordinal } from "./numbers.ts";

const ERAS = { "antes de cristo": "a. C.", "después de cristo": "d. C." };

const byMonth = dateReader({
  months: plainMonths(
    list(
      "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre",
    ),
  ),
  day: (words, at) => {
    if (words[at] === "primero") return { words: 1, value: 1n, text: "1" };
    const day = cardinal(words, at);
    return day && { ...day, text: String(day.value) };
  },
  year: yearReader(cardinal, "whole"),
  between: ["de"],
  betweenYear: ["de", "del", "del año", "de el"],
  eras: ERAS,
});

function century(words: Words, at: number): Written | null {
  if (words[at] !== "siglo") return null;
  const number = ordinal(words, at + 1) ?? cardinal(words, at + 1);
  if (!number || number.value < 1n || number.value > 39n) return null;
  return dateOf(1 + number.words, `siglo ${roman(Number(number.value))}`);
}

const LEAST_ORDINAL = 10n;

/** Abbreviated with a point and a raised letter that agrees (Real Academia Española, Ortografía). */
function ordinals(words: Words, at: number): Written | null {
  const found = ordinal(words, at);
  if (!found || found.value < LEAST_ORDINAL) return null;
  const ending = /er$/.test(found.last) ? "ᵉʳ" : /as?$/.test(found.last) ? "ª" : "º";
  return { words: found.words, text: `${found.value}.${ending}`, kind: "ordinal" };
}

export const dateReaders: readonly Reader[] = [byMonth, century, eraReader(cardinal, ERAS), ordinals];
