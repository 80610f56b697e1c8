/** Portuguese dates, centuries and ordinals: `vinte e cinco de julho de dois mil e doze`, `século dezenove`. */
import { centuryReader, romanceDates } from "../shared/dates.ts";
import { cardinal, ordinal } from "./numbers.ts";

export const dateReaders = romanceDates({
  cardinal,
  ordinal,
  months: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
  first: { primeiro: "1º" },
  between: ["de"],
  betweenYear: ["de", "do ano de", "do ano"],
  eras: { "antes de cristo": "a.C.", "depois de cristo": "d.C." },
  century: centuryReader((words, at) => ordinal(words, at) ?? cardinal(words, at), /^século$/, "before"),
  sign: (last) => (/as?$/.test(last) ? "ª" : "º"),
});
