/**
 * The user's dictionary: a term stands where the same letters were heard, and where rare words sound nearly like it.
 * Common words are never replaced.
 */
import { editDistance } from "../../../lib/edit-distance.ts";
import { render, type Token } from "../tokens.ts";
import { isCommonWord, knowsCommonWords } from "./common-words.ts";
import { fold, soundsLike } from "./sound-alike.ts";

/** Shorter terms have too many neighbours to be guessed. */
const SHORTEST_GUESS = 5;
/** So many letters must agree but one where common words are among those heard. */
const SHORTEST_SPLIT = 8;
/** A term may be heard as so many words: `post gress q l`. */
const MOST_WINDOW_WORDS = 4;

interface Term {
  written: string;
  /** Letters and digits only, without marks and case. */
  letters: string;
}

export interface Terms {
  byLetters: ReadonlyMap<string, Term>;
  /** By phonetic key. */
  byKey: ReadonlyMap<string, readonly Term[]>;
}

export function termsOf(dictionary: readonly string[]): Terms {
  const terms = dictionary.map((written) => ({ written, letters: lettersOf(written) }));
  const known = terms.filter(({ letters }) => letters !== "");
  return {
    byLetters: new Map(known.map((term) => [term.letters, term])),
    byKey: Map.groupBy(known, ({ letters }) => phoneticKey(letters)),
  };
}

export function applyTerms(tokens: readonly Token[], terms: Terms, language: string): Token[] {
  if (terms.byLetters.size === 0) return [...tokens];
  const done: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = longestTerm(tokens, at, terms, language);
    done.push(found?.token ?? (tokens[at] as Token));
    at += found?.length ?? 1;
  }
  return done;
}

function longestTerm(
  tokens: readonly Token[],
  at: number,
  terms: Terms,
  language: string,
): { token: Token; length: number } | null {
  for (let length = MOST_WINDOW_WORDS; length > 0; length -= 1) {
    const window = tokens.slice(at, at + length);
    if (window.length < length || !isUnbroken(window)) continue;
    const { stem, ending } = splitPossessive(window);
    const term = termFor(stem, window, terms, language);
    if (term === null) continue;
    const [first, last] = [window[0] as Token, window.at(-1) as Token];
    return { token: { ...first, text: term.written + ending, after: last.after, kind: "letters" }, length };
  }
  return null;
}

/** Words without a mark or line break between them. */
function isUnbroken(window: readonly Token[]): boolean {
  return window.every(
    ({ before, after, gap, kind }, index) =>
      kind !== "address" &&
      (index === 0 || (before === "" && !gap.includes("\n"))) &&
      (index === window.length - 1 || after === ""),
  );
}

function splitPossessive(window: readonly Token[]): { stem: string; ending: string } {
  const text = render(window.map((token) => ({ ...token, before: "", after: "" })));
  const ending = /['’]s$/.exec(text)?.[0] ?? "";
  return { stem: text.slice(0, text.length - ending.length), ending };
}

function termFor(text: string, window: readonly Token[], terms: Terms, language: string): Term | null {
  const heard = lettersOf(text);
  const exact = terms.byLetters.get(heard);
  if (exact) return isCommonTerm(exact, window, language) ? null : exact;
  if (!knowsCommonWords(language) || heard.length < SHORTEST_GUESS - 1) return null;
  // A common word among them may be part of a term that was heard as several: `post gress q l`.
  const common = window.some(({ text: word }) => isCommonWord(fold(word), language));
  if (common && (window.length === 1 || heard.length < SHORTEST_SPLIT)) return null;
  const near = (terms.byKey.get(phoneticKey(heard)) ?? []).filter(
    ({ letters }) =>
      letters.length >= SHORTEST_GUESS &&
      !isCommonWord(letters, language) &&
      soundsLike(heard, letters) &&
      (!common || editDistance(heard, letters) === 1),
  );
  return near.length === 1 ? (near[0] ?? null) : null;
}

/** `Apple` in the dictionary says nothing about an apple; `OpenAI` and `New York` are no common words. */
function isCommonTerm({ written }: Term, window: readonly Token[], language: string): boolean {
  return (
    window.length === 1 &&
    /^\p{Lu}?\p{Ll}*$/u.test(written) &&
    isCommonWord(fold(window[0]?.text ?? ""), language)
  );
}

function lettersOf(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]/gu, "");
}

const CONSONANTS: readonly [letters: RegExp, key: string][] = [
  [/^(?:ck|[ckqx])/, "k"],
  [/^ph/, "f"],
  [/^(?:sch|sh|ch)/, "s"],
  [/^[sz]/, "s"],
  [/^[fpvbw]/, "p"],
  [/^[gj]/, "g"],
  [/^[dt]/, "t"],
  [/^[mn]/, "n"],
  [/^[lr]/, "l"],
  [/^\p{L}/u, ""],
];
const KEY_CONSONANTS = 2;

/** The first two consonants by their sound, and whether a vowel begins: what must agree before letters are compared. */
function phoneticKey(letters: string): string {
  let key = /^[aeiouy]/.test(letters) ? "a" : "";
  for (let rest = letters; rest !== "" && key.replace(/^a/, "").length < KEY_CONSONANTS; ) {
    const [pattern, sound] = CONSONANTS.find(([letter]) => letter.test(rest)) ?? [/^./su, ""];
    if (!/^[aeiouyh]/.test(rest) && !key.endsWith(sound)) key += sound;
    rest = rest.replace(pattern, "");
  }
  return key;
}
