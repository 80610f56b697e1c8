/** The terms of a dictionary, by what they are looked up by. */

import { isPlainWord } from "../words/frequent-words.ts";
import { fold } from "../words/letter-case.ts";
import { phoneticKey } from "./phonetic-key.ts";
import { soundOf } from "./sounds.ts";

/** Shorter terms have too many neighbours to be guessed. */
export const SHORTEST_GUESS = 5;
/** Terms farther from the heard letters in length are not compared. */
export const LENGTHS_APART = 3;

export interface Term {
  written: string;
  /** Letters and digits only, without marks and case. */
  letters: string;
  /** The same of each of its words. */
  words: readonly string[];
  /** The person's own, which goes before one that they share with others. */
  own: boolean;
  /** A word that everyone uses. */
  plain: boolean;
}

export interface Terms {
  byLetters: ReadonlyMap<string, Term>;
  /** By phonetic key and number of letters. */
  byKey: ReadonlyMap<string, readonly Term[]>;
  bySound: ReadonlyMap<string, readonly Term[]>;
  /** Terms of several words, by each of them. */
  byWord: ReadonlyMap<string, readonly Term[]>;
}

interface Indexed {
  shared: readonly string[];
  language: string;
  terms: Terms;
}

const indexed = new WeakMap<readonly string[], Indexed>();

export function indexTerms(
  dictionary: readonly string[],
  shared: readonly string[],
  language: string,
): Terms {
  const known = indexed.get(dictionary);
  if (known?.shared === shared && known.language === language) return known.terms;
  const own = dictionary.map((written) => termOf(written, true, language));
  const taken = new Set(own.map(({ letters }) => letters));
  const others = shared.map((written) => termOf(written, false, language));
  const all = [...own, ...others.filter(({ letters }) => !taken.has(letters))].filter(
    ({ letters }) => letters !== "",
  );
  const guessed = all.filter(({ letters }) => letters.length >= SHORTEST_GUESS);
  const terms = {
    byLetters: new Map(all.map((term) => [term.letters, term])),
    byKey: Map.groupBy(guessed, ({ letters }) => `${phoneticKey(letters)}${letters.length}`),
    bySound: Map.groupBy(guessed, ({ letters }) => soundOf(letters, language)),
    byWord: byWord(all),
  };
  indexed.set(dictionary, { shared, language, terms });
  return terms;
}

function termOf(written: string, own: boolean, language: string): Term {
  const letters = lettersOf(written);
  const words = written.split(/[\s-]+/).map(lettersOf);
  return { written, letters, words, own, plain: words.length === 1 && isPlainWord(letters, language) };
}

function byWord(terms: readonly Term[]): Map<string, Term[]> {
  const found = new Map<string, Term[]>();
  for (const term of terms) {
    if (term.words.length < 2) continue;
    for (const word of new Set(term.words)) found.set(word, [...(found.get(word) ?? []), term]);
  }
  return found;
}

export function lettersOf(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, "");
}
