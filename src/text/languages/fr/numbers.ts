/** French numbers, Belgian and Swiss tens among them. */
import type { LanguageData } from "../shared/language-data.ts";
import type { Words } from "../shared/readers.ts";
import { spelledNumbers } from "../shared/spelled/numbers.ts";
import data from "./cldr.json";

export const NUMBERS = spelledNumbers("fr", data as LanguageData, ["une"]);
export const { cardinal, properOrdinal: ordinal } = NUMBERS;

export const FIRST: Readonly<Record<string, string>> = {
  premier: "1ᵉʳ",
  première: "1ʳᵉ",
  premiers: "1ᵉʳˢ",
  premières: "1ʳᵉˢ",
};

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = {
  demi: 2n,
  demie: 2n,
  demis: 2n,
  tiers: 3n,
  quart: 4n,
  quarts: 4n,
};

/** `un cinquième` is an ordinal as often as a fraction; with more than one the plural tells. */
export function denominator(words: Words, at: number, one: boolean) {
  const named = NAMED_DENOMINATORS[words[at] ?? ""];
  if (named !== undefined) return { words: 1, value: named };
  const found = ordinal(words, at);
  if (!found || found.value < 4n || found.last.endsWith("s") === one) return null;
  return { words: found.words, value: found.value };
}
