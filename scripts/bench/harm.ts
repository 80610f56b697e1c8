/** Whether a text says something else than those that are right; other ways of writing the same are no harm. */

const LETTERS = /\p{L}[\p{L}\p{M}]*/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** A stop within the text, or a line's end. */
const CUT = /[.?!。？！](?=\s*\p{L})|\n/gu;

function words(text: string): string[] {
  return text.toLowerCase().replace(UNSPACED, " $& ").match(LETTERS) ?? [];
}

function digits(text: string): string {
  return text.replace(/\P{Nd}/gu, "");
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** A word that was said and is to be written is gone, digits are others, or a sentence or line ends where none does. */
function differs(said: string, text: string, right: string): boolean {
  const [spoken, written] = [new Set(words(said)), new Set(words(text))];
  if (words(right).some((word) => spoken.has(word) && !written.has(word))) return true;
  const [own, others] = [digits(text), digits(right)];
  if (own !== "" && others !== "" && own !== others && !others.includes(own)) return true;
  return count(text, CUT) > count(right, CUT);
}

export function isHarmed(said: string, text: string, right: readonly string[]): boolean {
  return right.every((answer) => differs(said, text, answer));
}
