/** Letters and digits that are spoken one by one. */
import { type LabelWords, letterNamesOf } from "./labels.ts";
import type { CardinalReader } from "./number-readers.ts";
import { list, type Words } from "./readers.ts";

const MOST_SIGNS = 24;
/** Letters with accents only where they are no words of one letter. */
export const LETTER = /^[a-zäöüßñçąćęłńśźżčďěňřšťůžşğæåø]$/;
/** `l'i r m`, `all'i n p s` */
export const ELIDED = /^(?:\p{L}{0,3}l|d|qu|un)['’](?=[a-z]$)/u;

export interface Signs {
  words: number;
  text: string;
  letters: number;
  /** Letters that are no words. */
  names: number;
  /** Letters that were said by their names, and those names that are no everyday words. */
  named: number;
  certain: number;
}

/** `ci` and `te` are words. */
const LEAST_NAME = 3;
const LEAST_NAMES = 3;
/** How far before its letters a name stands. */
export const NAME_WITHIN_WORDS = 7;
/** After as many signs a number between letters goes with them: `R S S M R A 80 A 01`. */
const LEAST_BEFORE_NUMBER = 4;

/** Letters by themselves and by their names, from a word on. */
export interface SignsReader {
  read(words: Words, at: number): Signs;
  /** Null if it is unclear that letters are named. */
  readNames(words: Words, at: number): Signs | null;
}

export interface Spelling {
  cardinal: CardinalReader;
  digits: Readonly<Record<string, number>>;
  letterWords: readonly string[];
  dashLength(words: Words, at: number): number;
  labels: Partial<LabelWords>;
}

/** Whether letters and figures that are said one by one, or what is named by them, may begin at a word. */
export function signTest(
  { cardinal, digits }: Pick<Spelling, "cardinal" | "digits">,
  { letters, weakLetters }: Spelling["labels"],
): (words: Words, at: number) => boolean {
  const names = { ...letterNamesOf(letters), ...letterNamesOf(weakLetters) };
  return (words, at) => {
    const word = words[at] ?? "";
    const isElided = /['’].$/u.test(word);
    const isNamed = Object.hasOwn(names, word) || Object.hasOwn(digits, word);
    return word.length === 1 || isNamed || isElided || cardinal(words, at) !== null;
  };
}

export function signsReader({ cardinal, digits, letterWords, dashLength, labels }: Spelling): SignsReader {
  const [sureNames, weakNames] = [letterNamesOf(labels.letters), letterNamesOf(labels.weakLetters)];
  const letterNames = { ...sureNames, ...weakNames };
  const [announces, articles] = [labels.spelledAfter, labels.articles].map(
    (words) => new Set(list(words ?? "")),
  ) as [Set<string>, Set<string>];
  const isWord = (word: string) =>
    letterWords.includes(word) || word.length < LEAST_NAME || Object.hasOwn(weakNames, word);

  /** After letters a number may be said as one: `a f quatre cent vingt et un`. */
  function numberAt(
    words: Words,
    at: number,
    { letters, text }: Signs,
  ): { words: number; text: string } | null {
    const isAfterDash = text.endsWith("-");
    const number = letters > 1 || isAfterDash ? cardinal(words, at) : null;
    const isBetween = (end: number) => text.length >= LEAST_BEFORE_NUMBER && LETTER.test(words[end] ?? "");
    const isAmong = number !== null && (number.words > 1 || (number.value > 9n && isBetween(at + 1)));
    if (number && (isAfterDash || (isAmong && !number.round)))
      return { words: number.words, text: String(number.value) };
    const word = words[at] ?? "";
    // `R x e um e c g`
    if (labels.joint && text.endsWith(labels.joint) && articles.has(word)) return null;
    const digit = digits[word] ?? ((isBetween(at + 1) ? /^\d{1,4}$/ : /^\d$/).test(word) ? word : undefined);
    return digit === undefined ? null : { words: 1, text: String(digit) };
  }

  function read(words: Words, at: number, byName: boolean): Signs {
    const signs: Signs = { words: 0, text: "", letters: 0, names: 0, named: 0, certain: 0 };
    while (signs.text.length < MOST_SIGNS) {
      const dash = signs.words > 0 ? dashLength(words, at + signs.words) : 0;
      const next = at + signs.words + dash;
      const word = words[next] ?? "";
      const more = dash > 0 ? { ...signs, text: `${signs.text}-` } : signs;
      const name = byName && Object.hasOwn(letterNames, word) ? letterNames[word] : undefined;
      const letter = name ?? (signs.words === 0 ? word.replace(ELIDED, "") : word);
      const isLetter = LETTER.test(letter);
      const sign = isLetter ? { words: 1, text: letter } : numberAt(words, next, more);
      if (!sign || (dash > 0 && signs.letters === 0)) break;
      signs.words += dash + sign.words;
      signs.text = more.text + sign.text;
      if (!isLetter) continue;
      signs.letters++;
      signs.names += letterWords.includes(letter) ? 0 : 1;
      signs.named += name === undefined ? 0 : 1;
      signs.certain += name === undefined || isWord(word) ? 0 : 1;
    }
    return signs;
  }

  /**
   * `Erre esse esse`: many of them, or some with a number behind, after the name that they spell, or after words that say so. If the
   * clause continues, the last is no everyday word.
   */
  function readNames(words: Words, at: number): Signs | null {
    const first = words[at] ?? "";
    if (!Object.hasOwn(letterNames, first) && !LETTER.test(first.replace(ELIDED, ""))) return null;
    const signs = read(words, at, true);
    const before = words.slice(Math.max(0, at - NAME_WITHIN_WORDS), at);
    const isTold =
      before.includes(signs.text) || announces.has(words[at - 1] ?? "") || /-\d/.test(signs.text);
    if (signs.named === 0 || signs.certain < (isTold ? 1 : LEAST_NAMES)) return null;
    let end = at + signs.words;
    while (end < words.length && isWord(words[end - 1] ?? "")) end -= 1;
    return end === at + signs.words ? signs : read(words.slice(0, end), at, true);
  }

  return { read: (words, at) => read(words, at, false), readNames };
}
