/** Where a term of a query stands in a text. */
import { limits } from "../../config/limits.ts";
import { type QueryTerm, WORD_LETTER } from "./terms.ts";

const LETTER_BEFORE = new RegExp(`${WORD_LETTER}$`, "u");
const LETTER_AFTER = new RegExp(`^${WORD_LETTER}`, "u");

/**
 * A word must stand by itself, at its beginning; long ones are known by their beginning only.
 * @param text folded.
 */
export function* placesOf({ text: term, dense }: QueryTerm, text: string): Generator<number> {
  const isCut = [...term].length >= limits.searchTermChars;
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    const startsWord = !LETTER_BEFORE.test(text.slice(Math.max(0, at - 2), at));
    const endsWord = isCut || !LETTER_AFTER.test(text.slice(at + term.length, at + term.length + 2));
    if (dense || (startsWord && endsWord)) yield at;
  }
}
