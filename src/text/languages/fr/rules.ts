/** French. */
import type { LanguageRules } from "../../words/language-rules.ts";
import type { LanguageData } from "../shared/language-data.ts";
import type { LanguageTable } from "../shared/language-table.ts";
import type { Reader } from "../shared/readers.ts";
import { tableLanguage } from "../shared/table-language.ts";
import data from "./cldr.json";
import table from "./table.json";

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
  () => ({ readers: () => [readFirst] }),
);
