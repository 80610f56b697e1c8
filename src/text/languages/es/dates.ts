/** Spanish dates, centuries and ordinals: `veinticinco de julio de dos mil doce`, `siglo diecinueve`. */
import { centuryReader, numberedMonths, romanceDates } from "../shared/dates.ts";
import { dateReader } from "../shared/patterns.ts";
import { cardinal, ordinal } from "./numbers.ts";

/** `quince del cuatro de dos mil diecinueve` → 15/4/2019. */
const byNumber = dateReader(
  ["D del N de/del Y = D/N/Y", "D barra N barra Y = D/N/Y", "(día) D del N = D/N"],
  {
    cardinal,
    ordinal,
    months: numberedMonths("uno/primero dos tres cuatro cinco seis siete ocho nueve diez once doce"),
    colon: ":",
  },
);

const byName = romanceDates({
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

export const dateReaders = [byNumber, ...byName];
