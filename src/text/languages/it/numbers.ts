/** Italian numbers. */
import type { LanguageData } from "../shared/language-data.ts";
import type { OrdinalReader } from "../shared/ordinals.ts";
import type { Words } from "../shared/readers.ts";
import { spelledNumbers } from "../shared/spelled/numbers.ts";
import data from "./cldr.json";

export const NUMBERS = spelledNumbers("it", data as LanguageData, ["un", "una"]);
export const { cardinal } = NUMBERS;

/** One word: `cinque centesimi` are five hundredths. */
export const ordinal: OrdinalReader = (words, at) => NUMBERS.properOrdinal(words.slice(at, at + 1), 0);

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = { mezzo: 2n, mezzi: 2n };

export function denominator(words: Words, at: number, one: boolean) {
  const named = NAMED_DENOMINATORS[words[at] ?? ""];
  if (named !== undefined) return { words: 1, value: named };
  const found = ordinal(words, at);
  if (!found || found.value < 3n || !found.last.endsWith(one ? "o" : "i")) return null;
  return { words: found.words, value: found.value };
}
