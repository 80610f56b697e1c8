/** What a language contributes beside its numbers: marks, fillers, corrections, capitals, how questions begin. */
import type { LanguageRules, NumberStyle } from "../../formatting/language-rules.ts";
import { list } from "./readers.ts";
import type { SpelledNumbers } from "./spelled/numbers.ts";

export type SpokenWords = Required<
  Pick<
    LanguageRules,
    | "marks"
    | "fillers"
    | "stutters"
    | "corrections"
    | "erasures"
    | "literalCommandAfter"
    | "capitalized"
    | "questionStarts"
    | "questionLeads"
  >
>;

/** @param names As they are written; languages with small weekdays and months enter them too, as names of one kind. */
export function capitals(names: string): Record<string, string> {
  return Object.fromEntries(list(names).map((name) => [name.toLowerCase(), name]));
}

/** Numbers that print has in words, for users who want digits; not one, which is an article. */
export function smallNumbers({ small }: SpelledNumbers, leastInDigits: bigint): NumberStyle {
  const words = Object.entries(small).filter(([, value]) => value !== 1 && value < leastInDigits);
  return {
    digits: Object.fromEntries(words.map(([word, value]) => [word, String(value)])),
    writeOut: (spoken) => spoken,
  };
}

/** Each first word with each second: `what is`, `what are`. */
export function pairs(first: readonly string[], second: readonly string[]): string[] {
  return first.flatMap((one) => second.map((other) => `${one} ${other}`));
}
