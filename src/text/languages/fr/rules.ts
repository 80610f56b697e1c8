/** French. */
import type { LanguageRules } from "../../words/language-rules.ts";
import { dateOf } from "../shared/dates.ts";
import type { LanguageData } from "../shared/language-data.ts";
import type { LanguageTable } from "../shared/language-table.ts";
import type { Reader } from "../shared/readers.ts";
import { roman } from "../shared/roman.ts";
import type { SpelledNumbers } from "../shared/spelled/numbers.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";
import table from "./table.json";

const LAST_CENTURY = 39n;

/** `dix-neuvième siècle` → XIXᵉ siècle. */
function centuryReader({ properOrdinal }: SpelledNumbers): Reader {
  return (words, at) => {
    const first = words[at] === "premier";
    const number = first ? { words: 1, value: 1n } : properOrdinal(words, at);
    if (!number || number.value > LAST_CENTURY) return null;
    const word = words[at + number.words] ?? "";
    if (!/^siècles?$/.test(word)) return null;
    const written = (sign: string) => `${roman(Number(number.value))}${sign} ${word}`;
    return dateOf(number.words + 1, written(first ? "ᵉʳ" : "ᵉ"), written(first ? "er" : "e"));
  };
}

const FIRST: Readonly<Record<string, string>> = {
  premier: "1ᵉʳ",
  première: "1ʳᵉ",
  premiers: "1ᵉʳˢ",
  premières: "1ʳᵉˢ",
};

/** `premier arrondissement`: a first that counts something numbered. */
const readFirst: Reader = (words, at) => {
  const text = FIRST[words[at] ?? ""];
  if (text === undefined || words[at + 1] !== "arrondissement") return null;
  return { words: 1, text, prose: "1er", kind: "ordinal" };
};

export const french: LanguageRules = tableLanguage(
  "fr",
  data as LanguageData,
  table as unknown as LanguageTable,
  ({ numbers }) => ({ readers: () => [centuryReader(numbers), readFirst] }),
);
