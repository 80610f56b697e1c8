/** Spanish dates, centuries and ordinals: `veinticinco de julio de dos mil doce`, `siglo diecinueve`. */
import {
  centuryReader,
  dateReader,
  dayReader,
  eraReader,
  ordinalSignReader,
  plainMonths,
  yearReader,
} from "../shared/dates.ts";
import type { Reader } from "../shared/readers.ts";
import { cardinal, ordinal } from "./numbers.ts";

const ERAS = { "antes de cristo": "a. C.", "después de cristo": "d. C." };

const byMonth = dateReader({
  months: plainMonths(
    "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre",
  ),
  day: dayReader(cardinal, { primero: "1" }),
  year: yearReader(cardinal, "whole"),
  between: ["de"],
  betweenYear: ["de", "del", "del año", "de el"],
  eras: ERAS,
});

export const dateReaders: readonly Reader[] = [
  byMonth,
  centuryReader((words, at) => ordinal(words, at) ?? cardinal(words, at), /^siglo$/, "before"),
  eraReader(cardinal, ERAS),
  // Abbreviated with a point and a raised letter that agrees (Real Academia Española, Ortografía).
  ordinalSignReader(ordinal, 10n, (last) => (/er$/.test(last) ? ".ᵉʳ" : /as?$/.test(last) ? ".ª" : ".º")),
];
