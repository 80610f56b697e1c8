/** Italian dates, centuries and ordinals: `venticinque luglio duemiladodici`, `diciannovesimo secolo`. */
import { centuryReader, romanceDates } from "../shared/dates.ts";
import { cardinal, ordinal } from "./numbers.ts";

export const dateReaders = romanceDates({
  cardinal,
  ordinal,
  months: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  first: { primo: "1º" },
  between: ["di"],
  betweenYear: ["del"],
  eras: { "avanti cristo": "a.C.", "dopo cristo": "d.C." },
  century: centuryReader(ordinal, /^secolo$/, "after"),
  sign: (last) => (/[ae]$/.test(last) ? "ª" : "º"),
});
