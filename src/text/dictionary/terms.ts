/**
 * The user's dictionary: a term stands where the same letters were heard, and where rare words sound nearly like it.
 * A plain word that only sounds like a term is left, unless something else speaks for the term: a capital that the
 * recognizer wrote within a sentence, a title before it, the rest of a name beside it, or that the recognizer was not sure.
 * A usual name is left too, Isabel where the dictionary has Isobel: mostly it is somebody else, unless the recognizer was
 * not sure or another term stands beside it.
 */
import { limits } from "../../config/limits.ts";
import { editDistance } from "../../lib/edit-distance.ts";
import { isPlainWord, knowsFrequentWords } from "../words/frequent-words.ts";
import type { Token } from "../words/tokens.ts";
import { type HeardWord, heardWords } from "./heard-words.ts";
import { indexTerms, LENGTHS_APART, SHORTEST_GUESS, type Term, type Terms } from "./index-terms.ts";
import { phoneticKey } from "./phonetic-key.ts";
import { hasNearLetters, isHomophone, soundsTheSame } from "./sound-alike.ts";
import { soundOf } from "./sounds.ts";

/** So many letters must agree but one where plain words are among those heard. */
const SHORTEST_SPLIT = 8;
/** A term may be heard as so many words: `post gress q l`. */
const MOST_WINDOW_WORDS = 4;

/** Endings of a term in a text: the plural, and what stands for the possessive. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  en: ["s", "es"],
  de: ["s", "n", "en", "er", "es", "e"],
  fr: ["s"],
  es: ["s", "es"],
};

interface Search {
  terms: Terms;
  heard: readonly HeardWord[];
  /** By letters: a guess is the same wherever it is heard. */
  guesses: Map<string, Term | null>;
  comparisons: number;
  language: string;
}

interface Found {
  term: Term;
  ending: string;
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
  const terms = indexTerms(dictionary, shared, language);
  if (terms.byLetters.size === 0) return [...tokens];
  const heard = heardWords(tokens, language);
  const search: Search = { terms, heard, guesses: new Map(), comparisons: 0, language };
  const done: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = longestTerm(tokens, at, search);
    done.push(found?.token ?? (tokens[at] as Token));
    at += found?.length ?? 1;
  }
  return done;
}

function longestTerm(
  tokens: readonly Token[],
  at: number,
  search: Search,
): { token: Token; length: number } | null {
  for (let length = windowLength(tokens, at); length > 0; length -= 1) {
    const window = search.heard.slice(at, at + length);
    const isName = length === 1 && window[0]?.name === true;
    const found = termFor(window, search, isName && standsBesideTerm(tokens, at, search));
    if (found === null) continue;
    const [{ said: _, ...first }, last] = [tokens[at] as Token, tokens[at + length - 1] as Token];
    const text = found.term.written + found.ending + (window.at(-1)?.possessive ?? "");
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

/** `Isabel Kaye`, if the dictionary has Isobel and Kaye: the one name speaks for the other. */
function standsBesideTerm(tokens: readonly Token[], at: number, search: Search): boolean {
  return [at - 1, at + 1].some((place) => {
    const neighbour = search.heard[place];
    const [first, second] = [tokens[Math.min(at, place)], tokens[Math.max(at, place)]];
    const apart = first?.after !== "" || second?.before !== "" || second.gap.includes("\n");
    if (neighbour === undefined || neighbour.plain || apart) return false;
    const isOwner = place < at && neighbour.possessive !== "";
    return !isOwner && termFor([neighbour], search, false) !== null;
  });
}

function termFor(window: readonly HeardWord[], search: Search, besideTerm: boolean): Found | null {
  // A possessive in the middle is no part of a term.
  if (window.slice(0, -1).some(({ possessive }) => possessive !== "")) return null;
  const letters = window.map((word) => word.letters).join("");
  const exact = search.terms.byLetters.get(letters);
  if (exact) return isMeant(exact, window) ? { term: exact, ending: "" } : null;
  const inflected = inflectedTerm(window, search);
  if (inflected) return inflected;
  const term = besideItsOwn(window, search) ?? likelyTerm(letters, window, search, besideTerm);
  return term && { term, ending: "" };
}

/** The same letters. `Apple` in the dictionary says nothing about an apple; `OpenAI` is no plain word. */
function isMeant(term: Term, window: readonly HeardWord[]): boolean {
  if (window.some((word) => !word.plain || word.evident)) return true;
  if (window.length === 1) return !/^\p{Lu}?\p{Ll}*$/u.test(term.written);
  // `git hub`, `new york`, `open a i`; not `the o` for Theo.
  const sameWords =
    term.words.length === window.length && term.words.every((word, at) => word === window[at]?.letters);
  return sameWords || isSpelled(window) || term.letters.length >= SHORTEST_SPLIT;
}

/** `post gress q l`, `open a i`: letters stand alone, more than an article would. */
function isSpelled(window: readonly HeardWord[]): boolean {
  const single = window.filter(({ letters }) => letters.length === 1);
  return single.length > 1 || single.some(({ letters }) => !/[aeiouy]/.test(letters));
}

function inflectedTerm(window: readonly HeardWord[], { terms, language }: Search): Found | null {
  const [only] = window;
  if (!only || window.length > 1 || only.plain || only.possessive !== "") return null;
  for (const ending of ENDINGS[language] ?? []) {
    const term = only.letters.endsWith(ending)
      ? terms.byLetters.get(only.letters.slice(0, -ending.length))
      : undefined;
    if (term && term.letters.length >= SHORTEST_GUESS - 1) return { term, ending };
  }
  return null;
}

/** A name of several words, of which one was heard as it is written: `anna covalsky`. */
function besideItsOwn(window: readonly HeardWord[], search: Search): Term | null {
  const { terms, language } = search;
  if (window.length < 2 || !knowsFrequentWords(language)) return null;
  const candidates = new Set(window.flatMap(({ letters }) => terms.byWord.get(letters) ?? []));
  const fitting = [...candidates].filter(({ words }) => {
    search.comparisons += words.length;
    if (words.length !== window.length || search.comparisons > limits.dictionaryComparisons) return false;
    const isSame = (word: string, at: number) => word === window[at]?.letters;
    const rare = words.some((word, at) => isSame(word, at) && !isPlainWord(word, language));
    if (!rare && words.some((word, at) => !isSame(word, at) && window[at]?.plain !== false)) return false;
    return words.every((word, at) => word === window[at]?.letters || isNear(word, window[at], language));
  });
  return theOne(fitting);
}

/** The rest of the name beside it allows for more differences. */
function isNear(word: string, heard: HeardWord | undefined, language: string): boolean {
  if (heard === undefined) return false;
  const { letters, plain } = heard;
  if (soundsTheSame(letters, word, language)) return true;
  const allowed = Math.ceil(word.length / LETTERS_PER_DIFFERENCE_BESIDE);
  return (
    !plain && phoneticKey(letters) === phoneticKey(word) && editDistance(letters, word, allowed) <= allowed
  );
}
const LETTERS_PER_DIFFERENCE_BESIDE = 3;

function likelyTerm(
  letters: string,
  window: readonly HeardWord[],
  search: Search,
  besideTerm: boolean,
): Term | null {
  const { language } = search;
  const isPlain = ({ plain, evident, certainty }: HeardWord) =>
    plain && (certainty === "sure" || !(evident || certainty === "unsure"));
  // A plain word among them may be part of a term that was heard as several: `post gress q l`.
  const plain = window.some(isPlain);
  if (plain && (window.length === 1 || letters.length < SHORTEST_SPLIT)) return null;
  if (window.length > 1 && window.every((word) => word.plain)) return null;
  const [only] = window;
  if (window.length === 1 && only?.name && !(only.certainty === "unsure" || only.titled || besideTerm))
    return null;
  if (!knowsFrequentWords(language) || letters.length < SHORTEST_GUESS - 1) return null;
  // Evidence for a name does not turn a word into another: it must sound the same.
  const homophone = window.some((word) => (word.plain ? !isPlain(word) : word.name));
  const key = `${letters} ${plain} ${homophone}`;
  const known = search.guesses.get(key);
  if (known !== undefined) return known;
  const guess = guessTerm(letters, { plain, homophone }, search);
  search.guesses.set(key, guess);
  return guess;
}

/** The only term that sounds like what was heard; none if two do, or where the text asks for too many comparisons. */
function guessTerm(
  heard: string,
  { plain, homophone }: { plain: boolean; homophone: boolean },
  search: Search,
): Term | null {
  const { terms, language } = search;
  const sound = phoneticKey(heard);
  const homophones = terms.bySound.get(soundOf(heard, language)) ?? [];
  const fitting = new Set<Term>();
  const compare = (candidates: readonly Term[], fits: (term: Term) => boolean) => {
    for (const term of candidates) {
      search.comparisons += 1;
      if (search.comparisons > limits.dictionaryComparisons) return;
      if (!term.plain && fits(term) && !(plain && editDistance(heard, term.letters, 1) > 1))
        fitting.add(term);
    }
  };
  compare(homophones, ({ letters }) => isHomophone(heard, letters, language));
  if (!homophone)
    for (let length = heard.length - LENGTHS_APART; length <= heard.length + LENGTHS_APART; length += 1)
      compare(terms.byKey.get(`${sound}${length}`) ?? [], ({ letters }) => hasNearLetters(heard, letters));
  return search.comparisons > limits.dictionaryComparisons ? null : theOne([...fitting]);
}

/** One of the person's own before one that is shared. */
function theOne(fitting: readonly Term[]): Term | null {
  const own = fitting.filter((term) => term.own);
  const [first, ...others] = own.length > 0 ? own : fitting;
  return first !== undefined && others.length === 0 ? first : null;
}
