/** Spelled letters and serials: `b m w` → BMW, `a b eins zwei drei` → AB123. */
import type { Reader } from "./readers.ts";

/** Two single letters are too often words: `y a`, `e a`. */
const LEAST_SIGNS = 3;
const MOST_SIGNS = 24;
const LETTER = /^[a-zäöüñç]$/;

export function lettersReader(
  digits: Readonly<Record<string, number>>,
  letterWords: readonly string[],
): Reader {
  return (words, at) => {
    let text = "";
    let letters = 0;
    let names = 0;
    for (; text.length < MOST_SIGNS; ) {
      const word = words[at + text.length] ?? "";
      const digit = digits[word] ?? (/^\d$/.test(word) ? word : undefined);
      if (LETTER.test(word)) {
        letters++;
        names += letterWords.includes(word) ? 0 : 1;
      } else if (digit === undefined) break;
      text += digit ?? word;
    }
    // It begins with a letter: `zwei b` is a number and a letter.
    if (text.length < LEAST_SIGNS || letters < 2 || names === 0 || /^\d/.test(text)) return null;
    return { words: text.length, text: text.toUpperCase(), kind: "letters" };
  };
}
