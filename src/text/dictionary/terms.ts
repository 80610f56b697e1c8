/**
 * The user's dictionary: a term stands where the same letters were heard, and where rare words sound nearly like it.
 * Common words are never replaced.
 */
import { limits } from "../../config/limits.ts";
import { editDistance } from "../../lib/edit-distance.ts";
import type { Token } from "../formatting/tokens.ts";
import { isCommonWord, knowsCommonWords } from "./common-words.ts";
import { phoneticKey } from "./phonetic-key.ts";
import { fold, soundsLike } from "./sound-alike.ts";

/** Shorter terms have too many neighbours to be guessed. */
const SHORTEST_GUESS = 5;
/** So many letters must agree but one where common words are among those heard. */
const SHORTEST_SPLIT = 8;
/** A term may be heard as so many words: `post gress q l`. */
const MOST_WINDOW_WORDS = 4;
/** Terms farther from the heard letters in length are not compared. */
const LENGTHS_APART = 3;

interface Term {
  written: string;
  /** Letters and digits only, without marks and case. */
  letters: string;
  /** The person's own, which goes before one that they share with others. */
  own: boolean;
}

interface Terms {
  byLetters: ReadonlyMap<string, Term>;
  /** By phonetic key and number of letters. */
  byKey: ReadonlyMap<string, readonly Term[]>;
}

/** A word of the text as it is compared. */
interface Heard {
  letters: string;
  /** Ends in 's, which is not part of a term. */
  possessive: string;
  common: boolean;
}

interface Search {
  terms: Terms;
  heard: readonly Heard[];
  /** By letters: a guess is the same wherever it is heard. */
  guesses: Map<string, Term | null>;
  comparisons: number;
  language: string;
}

const termsOf = new WeakMap<readonly string[], { shared: readonly string[]; terms: Terms }>();

function indexTerms(dictionary: readonly string[], shared: readonly string[]): Terms {
  const known = termsOf.get(dictionary);
  if (known?.shared === shared) return known.terms;
  const own = dictionary.map((written) => ({ written, letters: lettersOf(written), own: true }));
  const taken = new Set(own.map(({ letters }) => letters));
  const others = shared.map((written) => ({ written, letters: lettersOf(written), own: false }));
  const terms = [...own, ...others.filter(({ letters }) => !taken.has(letters))].filter(
    ({ letters }) => letters !== "",
  );
  const index = {
    byLetters: new Map(terms.map((term) => [term.letters, term])),
    byKey: Map.groupBy(
      terms.filter(({ letters }) => letters.length >= SHORTEST_GUESS),
      ({ letters }) => `${phoneticKey(letters)}${letters.length}`,
    ),
  };
  termsOf.set(dictionary, { shared, terms: index });
  return index;
}

const NONE: readonly string[] = [];

/**
 * @param dictionary Indexed once for each array: hand in the same one where it has not changed.
 * @param shared terms of an organization: where one of the person's own is as likely, theirs is meant.
 */
export function applyDictionary(
  tokens: readonly Token[],
  dictionary: readonly string[],
  language: string,
  shared: readonly string[] = NONE,
): Token[] {
  const terms = indexTerms(dictionary, shared);
  if (terms.byLetters.size === 0) return [...tokens];
  const heard = tokens.map((token) => heardAs(token, language));
  const search: Search = { terms, heard, guesses: new Map(), comparisons: 0, language };
  const done: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = longestTerm(tokens, at, search);
    done.push(found?.token ?? (tokens[at] as Token));
    at += found?.length ?? 1;
  }
  return done;
}

function heardAs({ text }: Token, language: string): Heard {
  const possessive = /['’]s$/.exec(text)?.[0] ?? "";
  const letters = lettersOf(text.slice(0, text.length - possessive.length));
  // `won't` is common, `wont` is not.
  const common = isCommonWord(letters, language) || isCommonWord(fold(text), language);
  return { letters, possessive, common };
}

function longestTerm(
  tokens: readonly Token[],
  at: number,
  search: Search,
): { token: Token; length: number } | null {
  for (let length = windowLength(tokens, at); length > 0; length -= 1) {
    const window = search.heard.slice(at, at + length);
    const term = termFor(window, search);
    if (term === null) continue;
    const [{ said: _, ...first }, last] = [tokens[at] as Token, tokens[at + length - 1] as Token];
    const text = term.written + (window.at(-1)?.possessive ?? "");
    return { token: { ...first, text, after: last.after, kind: "letters" }, length };
  }
  return null;
}

/** How many words from here stand together without a mark or line break between them. */
function windowLength(tokens: readonly Token[], at: number): number {
  let length = 0;
  while (length < MOST_WINDOW_WORDS) {
    const token = tokens[at + length];
    const apart = length > 0 && (token?.before !== "" || token.gap.includes("\n"));
    if (!token || token.kind === "address" || token.text === "" || apart) break;
    length += 1;
    if (token.after !== "") break;
  }
  return length;
}

function termFor(window: readonly Heard[], search: Search): Term | null {
  // A possessive in the middle is no part of a term.
  if (window.slice(0, -1).some(({ possessive }) => possessive !== "")) return null;
  const letters = window.map((word) => word.letters).join("");
  const common = window.some((word) => word.common);
  const exact = search.terms.byLetters.get(letters);
  if (exact) return window.length === 1 && common && isPlainWord(exact) ? null : exact;
  // A common word among them may be part of a term that was heard as several: `post gress q l`.
  if (
    common &&
    (window.length === 1 || letters.length < SHORTEST_SPLIT || window.every((word) => word.common))
  )
    return null;
  if (!knowsCommonWords(search.language) || letters.length < SHORTEST_GUESS - 1) return null;
  const key = `${letters} ${common}`;
  const known = search.guesses.get(key);
  if (known !== undefined) return known;
  const guess = guessTerm(letters, common, search);
  search.guesses.set(key, guess);
  return guess;
}

/** `Apple` in the dictionary says nothing about an apple; `OpenAI` is no common word. */
function isPlainWord({ written }: Term): boolean {
  return /^\p{Lu}?\p{Ll}*$/u.test(written);
}

/** The only term that sounds like what was heard; none where two do, or where the text asks for too many comparisons. */
function guessTerm(heard: string, common: boolean, search: Search): Term | null {
  const sound = phoneticKey(heard);
  let guess: Term | null = null;
  for (let length = heard.length - LENGTHS_APART; length <= heard.length + LENGTHS_APART; length += 1) {
    for (const term of search.terms.byKey.get(`${sound}${length}`) ?? []) {
      search.comparisons += 1;
      if (search.comparisons > limits.dictionaryComparisons) return null;
      if (isCommonWord(term.letters, search.language) || !soundsLike(heard, term.letters)) continue;
      if (common && editDistance(heard, term.letters) > 1) continue;
      if (guess !== null && guess.own === term.own) return null;
      if (guess === null || term.own) guess = term;
    }
  }
  return guess;
}

function lettersOf(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, "");
}
