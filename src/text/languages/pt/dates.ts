/** Portuguese dates, centuries and ordinals: `vinte e cinco de julho de dois mil e doze`, `século dezenove`. */
import { centuryReader, numberedMonths, romanceDates } from "../shared/dates.ts";
import { dateReader } from "../shared/patterns.ts";
import { cardinal, ordinal } from "./numbers.ts";

/** `vinte e cinco do sete de dois mil e doze` → 25/7/2012. */
const byNumber = dateReader(["D do N de Y = D/N/Y", "D barra N barra Y = D/N/Y", "(dia) D do N = D/N"], {
  cardinal,
  ordinal,
  months: numberedMonths("um/primeiro dois três quatro cinco seis sete oito nove dez onze doze"),
  colon: ":",
});

const byName = romanceDates({
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

export const dateReaders = [byNumber, ...byName];
