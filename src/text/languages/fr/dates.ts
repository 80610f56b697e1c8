/** French dates, centuries and ordinals: `le vingt-cinq juillet deux mille douze`, `dix-neuvième siècle`. */
import type { Written } from "../../formatting/language-rules.ts";
import { dateOf, dateReader, eraReader, plainMonths, yearReader } from "../shared/dates.ts";
import type { Reader, Words } from "../shared/readers.ts";
import { roman } from "../shared/roman.ts";
import { cardinal, FIRST, ordinal } from "./numbers.ts";

const ERAS = {
  "avant jésus-christ": "av. J.-C.",
  "avant jésus christ": "av. J.-C.",
  "après jésus-christ": "apr. J.-C.",
  "après jésus christ": "apr. J.-C.",
};

const byMonth = dateReader({
  months: plainMonths("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
  day: (words, at) => {
    const word = words[at] ?? "";
    if (word === "premier") return { words: 1, value: 1n, text: "1ᵉʳ", prose: "1er" };
    const day = cardinal(words, at);
    return day && { ...day, text: String(day.value) };
  },
  year: yearReader(cardinal, "whole"),
  eras: ERAS,
});

const LAST_CENTURY = 39n;

function century(words: Words, at: number): Written | null {
  const first = words[at] === "premier";
  const number = first ? { words: 1, value: 1n } : ordinal(words, at);
  if (!number || number.value > LAST_CENTURY || !/^siècles?$/.test(words[at + number.words] ?? ""))
    return null;
  const numeral = roman(Number(number.value));
  const word = words[at + number.words] ?? "";
  return dateOf(
    number.words + 1,
    `${numeral}${first ? "ᵉʳ" : "ᵉ"} ${word}`,
    `${numeral}${first ? "er" : "e"} ${word}`,
  );
}

/** Ordinals below the tenth stay words, as their cardinals do. */
const LEAST_ORDINAL = 10n;

function ordinals(words: Words, at: number): Written | null {
  const found = ordinal(words, at);
  if (!found || found.value < LEAST_ORDINAL) return first(words, at);
  const plural = found.last.endsWith("s");
  const [text, prose] = [`${found.value}${plural ? "ᵉˢ" : "ᵉ"}`, `${found.value}${plural ? "es" : "e"}`];
  return { words: found.words, text, prose, kind: "ordinal" };
}

/** `premier arrondissement`: a first that counts something numbered. */
function first(words: Words, at: number): Written | null {
  const text = FIRST[words[at] ?? ""];
  if (text === undefined || words[at + 1] !== "arrondissement") return null;
  return { words: 1, text, prose: "1er", kind: "ordinal" };
}

export const dateReaders: readonly Reader[] = [byMonth, century, eraReader(cardinal, ERAS), ordinals];
