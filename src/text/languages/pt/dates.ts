/** Portuguese dates, centuries and ordinals: `vinte e cinco de julho de dois mil e doze`, `século dezenove`. */
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

const ERAS = { "antes de cristo": "a.C.", "depois de cristo": "d.C." };

const byMonth = dateReader({
  months: plainMonths(
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
  ),
  day: dayReader(cardinal, { primeiro: "1º" }),
  year: yearReader(cardinal, "whole"),
  between: ["de"],
  betweenYear: ["de", "do ano de", "do ano"],
  eras: ERAS,
});

export const dateReaders: readonly Reader[] = [
  byMonth,
  centuryReader((words, at) => ordinal(words, at) ?? cardinal(words, at), /^século$/, "before"),
  eraReader(cardinal, ERAS),
  ordinalSignReader(ordinal, 10n, (last) => (/as?$/.test(last) ? "ª" : "º")),
];
