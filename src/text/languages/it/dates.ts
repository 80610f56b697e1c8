/** Italian dates, centuries and ordinals: `venticinque luglio duemiladodici`, `diciannovesimo secolo`. */
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

const ERAS = { "avanti cristo": "a.C.", "dopo cristo": "d.C." };

const byMonth = dateReader({
  months: plainMonths(
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  ),
  day: dayReader(cardinal, { primo: "1º" }),
  year: yearReader(cardinal, "whole"),
  between: ["di"],
  betweenYear: ["del"],
  eras: ERAS,
});

export const dateReaders: readonly Reader[] = [
  byMonth,
  centuryReader(ordinal, /^secolo$/, "after"),
  eraReader(cardinal, ERAS),
  ordinalSignReader(ordinal, 10n, (last) => (/[ae]$/.test(last) ? "ª" : "º")),
];
