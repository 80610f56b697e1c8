/** Dutch dates, years and ordinals: `vijfentwintig juli tweeduizend twaalf`, `eenentwintigste`. */
import {
  dateReader,
  dayReader,
  eraReader,
  ordinalSignReader,
  plainMonths,
  splitYearReader,
  yearReader,
} from "../shared/dates.ts";
import { list, type Reader } from "../shared/readers.ts";
import { cardinal, ordinal } from "./numbers.ts";

const ERAS = { "voor christus": "v.Chr.", "na christus": "n.Chr." };

const byMonth = dateReader({
  months: plainMonths(
    "januari februari maart april mei juni juli augustus september oktober november december",
  ),
  day: dayReader((words, at) => ordinal(words, at) ?? cardinal(words, at)),
  year: yearReader(cardinal, "halves"),
  eras: ERAS,
});

export const dateReaders: readonly Reader[] = [
  byMonth,
  eraReader(cardinal, ERAS),
  splitYearReader(cardinal, list("in jaar sinds anno van uit zomer winter herfst voorjaar najaar")),
  ordinalSignReader(ordinal, 10n, () => "e"),
];
