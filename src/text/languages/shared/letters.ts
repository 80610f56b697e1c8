/** Spelled letters and serials: `b m w` → BMW, `a b eins zwei drei` → AB123. */
import type { CardinalReader } from "./number-readers.ts";
import type { Reader, Words } from "./readers.ts";

/** Two single letters are too often words: `y a`, `e a`. */
const LEAST_SIGNS = 3;
const MOST_SIGNS = 24;
/** Two things, not one: the vertebrae `L4 L5` and `L5 S1`. */
const OF_ONE_KIND = /^(\p{L})(\d{1,2})(\1|(?<=^[ltcd]\d+)[lst])(\d{1,2})$/iu;
/** Letters with accents only where they are no words of one letter. */
const LETTER = /^[a-zäöüßñçąćęłńśźżčďěňřšťůžşğæåø]$/;
/** `l'i r m` */
const ELIDED = /^(?:l|d|qu|un)['’](?=[a-z]$)/;

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
}

export function lettersReader(
  { cardinal, digits }: { cardinal: CardinalReader; digits: Readonly<Record<string, number>> },
  letterWords: readonly string[],
  dashLength: (words: Words, at: number) => number,
): Reader {
  /** After letters a number may be said as one: `a f quatre cent vingt et un`. */
  function numberAt(
    words: Words,
    at: number,
    { letters, text }: Signs,
  ): { words: number; text: string } | null {
    const number = letters > 1 || text.endsWith("-") ? cardinal(words, at) : null;
    if (number && number.words > 1 && !number.round)
      return { words: number.words, text: String(number.value) };
    const word = words[at] ?? "";
    const digit = digits[word] ?? (/^\d$/.test(word) ? word : undefined);
    return digit === undefined ? null : { words: 1, text: String(digit) };
  }

  function read(words: Words, at: number): Signs {
    const signs: Signs = { words: 0, text: "", letters: 0, names: 0 };
    while (signs.text.length < MOST_SIGNS) {
      const dash = signs.words > 0 ? dashLength(words, at + signs.words) : 0;
      const next = at + signs.words + dash;
      const word = words[next] ?? "";
      const more = dash > 0 ? { ...signs, text: `${signs.text}-` } : signs;
      const letter = signs.words === 0 ? word.replace(ELIDED, "") : word;
      const isLetter = LETTER.test(letter);
      const sign = isLetter ? { words: 1, text: letter } : numberAt(words, next, more);
      if (!sign || (dash > 0 && signs.letters === 0)) break;
      signs.words += dash + sign.words;
      signs.text = more.text + sign.text;
      if (!isLetter) continue;
      signs.letters++;
      signs.names += letterWords.includes(letter) ? 0 : 1;
    }
    return signs;
  }

  return (words, at) => {
    const { text, words: length, letters, names } = read(words, at);
    // It begins with a letter: `zwei b` is a number and a letter.
    if (text.length < LEAST_SIGNS || /^\d/.test(text)) return null;
    if (!/-.*\d|\d.*-/.test(text) && (letters < 2 || names === 0)) return null;
    const [elided = ""] = ELIDED.exec(words[at] ?? "") ?? [];
    return { words: length, text: elided + codeOf(text), kind: "letters" };
  };
}
