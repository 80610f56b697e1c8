/** Spelled letters and serials: `b m w` → BMW, `a b eins zwei drei` → AB123. */
import { type LabelWords, letterNamesOf } from "./labels.ts";
import type { CardinalReader } from "./number-readers.ts";
import { list, type Reader, type Words } from "./readers.ts";

/** Two single letters are too often words: `y a`, `e a`. */
const LEAST_SIGNS = 3;
const MOST_SIGNS = 24;
/** Two things, not one: the vertebrae `L4 L5` and `L5 S1`. */
const OF_ONE_KIND = /^(\p{L})(\d{1,2})(\1|(?<=^[ltcd]\d+)[lst])(\d{1,2})$/iu;
/** Letters with accents only where they are no words of one letter. */
const LETTER = /^[a-zäöüßñçąćęłńśźżčďěňřšťůžşğæåø]$/;
/** `l'i r m` */
const ELIDED = /^(?:l|d|qu|un)['’](?=[a-z]$)/;

/** `x e y`, `a o b` */
const TWO_THINGS = /^(?:a[eoyi]b|x[eoyi]y|m[eoyi]n|p[eoyi]q)$/;

/** As codes are written: in capitals, two of them apart. */
export function codeOf(text: string): string {
  return text.toUpperCase().replace(OF_ONE_KIND, "$1$2 $3$4");
}

interface Signs {
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
const NAME_WITHIN_WORDS = 7;
/** After as many signs a number between letters goes with them: `R S S M R A 80 A 01`. */
const LEAST_BEFORE_NUMBER = 4;

export function lettersReader(
  { cardinal, digits }: { cardinal: CardinalReader; digits: Readonly<Record<string, number>> },
  letterWords: readonly string[],
  dashLength: (words: Words, at: number) => number,
  {
    letters: sure,
    weakLetters,
    spelledAfter = "",
  }: Pick<LabelWords, "letters" | "weakLetters" | "spelledAfter"> = {},
): Reader {
  const [sureNames, weakNames] = [letterNamesOf(sure), letterNamesOf(weakLetters)];
  const letterNames = { ...sureNames, ...weakNames };
  const announces = new Set(list(spelledAfter));
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
    if (number && (isAfterDash || (number.words > 1 && !number.round)))
      return { words: number.words, text: String(number.value) };
    const word = words[at] ?? "";
    const isBetween = text.length >= LEAST_BEFORE_NUMBER && LETTER.test(words[at + 1] ?? "");
    const digit = digits[word] ?? ((isBetween ? /^\d{1,4}$/ : /^\d$/).test(word) ? word : undefined);
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

  return (words, at) => {
    const signs = readNames(words, at) ?? read(words, at, false);
    const end = at + signs.words - 1;
    // `Digite o código b sete e confirme`
    const isJoint =
      letterWords.includes(words[end] ?? "") && end + 1 < words.length && /\d\p{L}$/u.test(signs.text);
    const { text, words: length, letters, names } = isJoint ? read(words.slice(0, end), at, false) : signs;
    // It begins with a letter: `zwei b` is a number and a letter.
    if (text.length < LEAST_SIGNS || /^\d/.test(text)) return null;
    if (!/-.*\d|\d.*-/.test(text) && (letters < 2 || names === 0)) return null;
    if (TWO_THINGS.test(text) && letterWords.includes(text.charAt(1))) return null;
    const [elided = ""] = ELIDED.exec(words[at] ?? "") ?? [];
    return { words: length, text: elided + codeOf(text), kind: "letters" };
  };
}
