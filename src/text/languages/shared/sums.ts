/** Sums that are said: `दो प्लस दो बराबर चार` → `2+2=4`, and sizes: `दो बाई तीन` → `2x3`. */
import type { CardinalReader } from "./number-readers.ts";
import { alternatives, phraseLength, phrases, type Reader, type Words } from "./readers.ts";
import { table } from "./tables.ts";

export interface SumWords {
  /** Between the parts of a sum, with their signs: `प्लस/जोड़ +`. */
  signs: string;
  /** Without what it equals a sum is other words as well; apart by `/`. */
  equals: string;
  /** Between the sides of a size, as it is written. */
  sides: string;
}

const MOST_PARTS = 6;

export function sumReader(cardinal: CardinalReader, language: SumWords): Reader {
  const findSign = phrases(alternatives(table(language.signs)));
  const findSides = phrases(alternatives(table(language.sides)));
  const equalsLength = phraseLength(language.equals.split("/"));

  /** Two numbers or more with signs between them. */
  function chain(words: Words, at: number, find: typeof findSign): { words: number; text: string } | null {
    const first = cardinal(words, at);
    if (!first) return null;
    let [length, text, parts] = [first.words, String(first.value), 1];
    while (parts < MOST_PARTS) {
      const sign = find(words, at + length);
      const next = sign && cardinal(words, at + length + sign.words);
      if (!next) break;
      length += sign.words + next.words;
      text += `${sign.value}${next.value}`;
      parts++;
    }
    return parts > 1 ? { words: length, text } : null;
  }

  return (words, at) => {
    const sides = chain(words, at, findSides);
    if (sides) return { ...sides, kind: "measure" };
    const left = chain(words, at, findSign);
    const equals = left ? equalsLength(words, at + left.words) : 0;
    const right = left && equals > 0 ? cardinal(words, at + left.words + equals) : null;
    if (!left || !right) return null;
    const length = left.words + equals + right.words;
    return { words: length, text: `${left.text}=${right.value}`, kind: "cardinal" };
  };
}
