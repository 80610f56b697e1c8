/** Portuguese numbers, of Brazil and of Portugal. */
import type { LanguageData } from "../shared/language-data.ts";
import type { Words } from "../shared/readers.ts";
import { spelledNumbers } from "../shared/spelled/numbers.ts";
import data from "./cldr.json";

export const NUMBERS = spelledNumbers("pt", data as LanguageData, ["uma"]);
export const { cardinal, properOrdinal: ordinal } = NUMBERS;

const NAMED_DENOMINATORS: Readonly<Record<string, bigint>> = { meio: 2n, meios: 2n, terço: 3n, terços: 3n };

/** Up to ten by ordinals, beyond with `avos`. */
export function denominator(words: Words, at: number, one: boolean) {
  const named = NAMED_DENOMINATORS[words[at] ?? ""];
  if (named !== undefined) return { words: 1, value: named };
  const number = cardinal(words, at);
  if (number && /^avos?$/.test(words[at + number.words] ?? ""))
    return { words: number.words + 1, value: number.value };
  const found = ordinal(words, at);
  if (!found || found.value < 4n) return null;
  const agrees = one ? /o$/.test(found.last) : /[oa]s$/.test(found.last);
  return agrees ? { words: found.words, value: found.value } : null;
}
