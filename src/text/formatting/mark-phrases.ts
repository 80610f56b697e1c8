/** The spoken marks of a language, indexed once. */
import type { SpokenMark } from "./language-rules.ts";
import { indexPhrases, type Phrases } from "./phrases.ts";

const phrasesOf = new WeakMap<readonly SpokenMark[], Phrases<SpokenMark>>();

export function markPhrases(marks: readonly SpokenMark[]): Phrases<SpokenMark> {
  const known = phrasesOf.get(marks);
  if (known) return known;
  const phrases = indexPhrases(marks, ({ spoken }) => spoken.split(" "));
  phrasesOf.set(marks, phrases);
  return phrases;
}
