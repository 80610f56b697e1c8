/** Portuguese dates, centuries and ordinals: `vinte e cinco de julho de dois mil e doze`, `século dezenove`. */
import type { Written } from "../../formatting/language-rules.ts";
import { dateOf, dateReader, eraReader, plainMonths, yearReader } from "../shared/dates.ts";
import { list, type Reader, type Words } from "../shared/readers.ts";
import { roman } from "../shared/roman.ts";
import { cardinal, ordinal } from "./numbers.ts";

const ERAS = { "antes de cristo": "a.C.", "depois de cristo": "d.C." };

const byMonth = dateReader({
  months: plainMonths(
    list("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
  ),
  day: (words, at) => {
    if (words[at] === "primeiro") return { words: 1, value: 1n, text: "1º" };
    const day = cardinal(words, at);
    return day && { ...day, text: String(day.value) };
  },
  year: yearReader(cardinal, "whole"),
  between: ["de"],
  betweenYear: ["de", "do ano de", "do ano"],
  eras: ERAS,
});

function century(words: Words, at: number): Written | null {
  if (words[at] !== "século") return null;
  const number = ordinal(words, at + 1) ?? cardinal(words, at + 1);
  if (!number || number.value < 1n || number.value > 39n) return null;
  return dateOf(1 + number.words, `século ${roman(Number(number.value))}`);
}

const LEAST_ORDINAL = 10n;

function ordinals(words: Words, at: number): Written | null {
  const found = ordinal(words, at);
  if (!found || found.value < LEAST_ORDINAL) return null;
  return {
    words: found.words,
    text: `${found.value}${/as?$/.test(found.last) ? "ª" : "º"}`,
    kind: "ordinal",
  };
}

export const dateReaders: readonly Reader[] = [byMonth, century, eraReader(cardinal, ERAS), ordinals];
