/** Finds phrases of several words at a place among many, by their first word. */
import { spokenForm, type Token } from "./tokens.ts";

interface Entry<T> {
  words: readonly string[];
  value: T;
}

/** Longest phrases first. */
export type Phrases<T> = ReadonlyMap<string, readonly Entry<T>[]>;

/** @param wordsOf The words of an item, lower case. */
export function indexPhrases<T>(items: readonly T[], wordsOf: (item: T) => readonly string[]): Phrases<T> {
  const phrases = new Map<string, Entry<T>[]>();
  for (const value of items) {
    const words = wordsOf(value);
    const [first] = words;
    if (first === undefined) continue;
    phrases.set(first, [...(phrases.get(first) ?? []), { words, value }]);
  }
  for (const entries of phrases.values()) entries.sort((one, other) => other.words.length - one.words.length);
  return phrases;
}

export interface FoundPhrase<T> {
  value: T;
  length: number;
}

const NONE: readonly never[] = [];

/** The phrases that stand at `at`, longest first; marks of the recognizer between their words do not count. */
export function phrasesAt<T>(
  phrases: Phrases<T>,
  tokens: readonly Token[],
  at: number,
): readonly FoundPhrase<T>[] {
  const entries = phrases.get(spokenForm(tokens[at]));
  // Few words begin a phrase, and every word is asked for several times.
  if (entries === undefined) return NONE;
  return entries
    .filter(({ words }) => words.every((word, index) => spokenForm(tokens[at + index]) === word))
    .map(({ words, value }) => ({ value, length: words.length }));
}
