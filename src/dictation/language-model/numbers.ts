/** The numbers of a text, however their digits are grouped and in whichever script they stand. */

import { rulesFor } from "../../text/languages/index.ts";
import { normalize } from "../../text/languages/normalize.ts";

/** `three` and `twenty five` are numbers too. In lower case; marks at a word's end, which would hide it, are gone. */
export function inDigits(text: string, language: string): string {
  const rules = rulesFor(language);
  const small = rules.numberStyle?.digits ?? {};
  const plain = text.toLowerCase().replace(/[.,;:!?…]+(?=\s|$)/gu, "");
  return normalize(plain, rules).replace(/\p{L}+/gu, (word) => small[word] ?? word);
}

/** Digits that belong together: `1,000`, `17:30`, `+49 171 555`. */
const NUMBER = /\p{Nd}+(?:[.,:/'’ \u00a0\u202f-]?\p{Nd}+)*/gu;

export function numbersOf(text: string): string[] {
  return text.normalize("NFKC").match(NUMBER) ?? [];
}

/** `15,000`, `15 000` and `١٥٠٠٠` are `15000`. */
export function digitsOf(number: string): string {
  return runsOf(number).join("");
}

export function runsOf(number: string): string[] {
  return number.match(/\p{Nd}+/gu)?.map((run) => run.replace(/\p{Nd}/gu, asciiDigit)) ?? [];
}

/** Unicode keeps the ten digits of a script together, in order: a digit's value is how many stand before it. */
function asciiDigit(digit: string): string {
  let value = 0;
  const code = digit.codePointAt(0) ?? 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}
