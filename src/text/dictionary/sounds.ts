/**
 * How a word sounds, roughly: what a language says the same is written the same. In the spirit of Metaphone (L. Philips,
 * "Hanging on the Metaphone", Computer Language 7(12), 1990) and, for German, of the Cologne code (H. J. Postel, 1969).
 */
import table from "./sounds.json";

/** Patterns of letters, in order, and their sounds; a sound in capitals is none that a letter has alone. */
const SOUNDS: Readonly<Record<string, Readonly<Record<string, string>>>> = table;
const RULES = new Map(
  Object.entries(SOUNDS).map(([language, sounds]) => [
    language,
    Object.entries(sounds).map(([pattern, sound]) => [new RegExp(pattern, "g"), sound] as const),
  ]),
);

/** @param letters folded. */
export function soundOf(letters: string, language: string): string {
  const rules = RULES.get(language) ?? [];
  const sounds = rules.reduce((word, [pattern, sound]) => word.replace(pattern, sound), letters);
  return sounds.replace(/(.)\1+/g, "$1");
}
