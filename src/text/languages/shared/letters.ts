/** Spelled letters and serials: `b m w` → BMW, `a b eins zwei drei` → AB123. */
import type { CardinalReader } from "./number-readers.ts";
import type { Reader, Words } from "./readers.ts";

/** Two single letters are too often words: `y a`, `e a`. */
const LEAST_SIGNS = 3;
const MOST_SIGNS = 24;
/** Two things, not one: the vertebrae `L4 L5`. */
const OF_ONE_KIND = /^(\p{L})(\d{1,2})\1(\d{1,2})$/u;
const LETTER = /^[a-zäöüñç]$/;

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
      const isLetter = LETTER.test(word);
      const sign = isLetter ? { words: 1, text: word } : numberAt(words, next, more);
      if (!sign || (dash > 0 && signs.letters === 0)) break;
      signs.words += dash + sign.words;
      signs.text = more.text + sign.text;
      if (!isLetter) continue;
      signs.letters++;
      signs.names += letterWords.includes(word) ? 0 : 1;
    }
    return signs;
  }

  return (words, at) => {
    const { text, words: length, letters, names } = read(words, at);
    // It begins with a letter: `zwei b` is a number and a letter.
    if (text.length < LEAST_SIGNS || /^\d/.test(text)) return null;
    if (!/-.*\d|\d.*-/.test(text) && (letters < 2 || names === 0)) return null;
    return { words: length, text: text.toUpperCase().replace(OF_ONE_KIND, "$1$2 $1$3"), kind: "letters" };
  };
}
