/** Spanish dates, centuries and ordinals: `veinticinco de julio de dos mil doce`, `siglo diecinueve`. */
import { centuryReader, romanceDates } from "../shared/dates.ts";
import { cardinal, ordinal } from "./numbers.ts";

export const dateReaders = romanceDates({
  cardinal,
  ordinal,
  months:
    "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre",
  first: { primero: "1" },
  between: ["de"],
  betweenYear: ["de", "del", "del año", "de el"],
  eras: { "antes de cristo": "a. C.", "después de cristo": "d. C." },
  century: centuryReader((words, at) => ordinal(words, at) ?? cardinal(words, at), /^siglo$/, "before"),
  // Abbreviated with a point and a raised letter that agrees (Real Academia Española, Ortografía).
  sign: (last) => (/er$/.test(last) ? ".ᵉʳ" : /as?$/.test(last) ? ".ª" : ".º"),
});
