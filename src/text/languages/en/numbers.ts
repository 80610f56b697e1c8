/** English number words and the grammar of cardinals: `two hundred and five thousand and six`. */
import { readOnce, type Words } from "../shared/readers.ts";
import { counting } from "../shared/tables.ts";

export const ONES = counting(1, 1, "one two three four five six seven eight nine");
const TEENS = counting(
  10,
  1,
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
);
export const TENS = counting(20, 10, "twenty thirty forty fifty sixty seventy eighty ninety");

/** `twenty-one`: recognizers that punctuate write the hyphen. */
const COMPOUNDS = Object.entries(TENS).flatMap(([tens, value]) =>
  Object.entries(ONES).map(([ones, more]): [string, number] => [`${tens}-${ones}`, value + more]),
);

const BELOW_HUNDRED: ReadonlyMap<string, number> = new Map([
  ...Object.entries(ONES),
  ...Object.entries(TEENS),
  ...Object.entries(TENS),
  ...COMPOUNDS,
]);

/** Scales that stay words after a short number: `5 million`. */
const QUANTITIES = counting(6, 3, "million billion trillion quadrillion quintillion sextillion");
/** Short scale, and the two Indian words that English uses. */
export const SCALES: ReadonlyMap<string, bigint> = new Map(
  Object.entries({ thousand: 3, ...counting(5, 2, "lakh/lakhs crore/crores"), ...QUANTITIES }).map(
    ([word, power]) => [word, 10n ** BigInt(power)],
  ),
);

export interface Read {
  words: number;
  value: number;
}

export interface Cardinal {
  words: number;
  value: bigint;
  /** `5 million`, if the number is a group and one large scale. */
  quantity: string | null;
  /** Begins with `a`: `a hundred`. */
  article: boolean;
}

/** 1 to 99. */
export function readBelowHundred(words: Words, at: number): Read | null {
  const word = words[at] ?? "";
  const value = BELOW_HUNDRED.get(word);
  if (value === undefined) return null;
  const ones = TENS[word] === undefined ? undefined : ONES[words[at + 1] ?? ""];
  return ones === undefined ? { words: 1, value } : { words: 2, value: value + ones };
}

/** 1 to 999, and hundreds over nine: `eleven hundred`. */
function readGroup(words: Words, at: number): Read | null {
  const article = words[at] === "a" && words[at + 1] === "hundred";
  const low = article ? { words: 1, value: 1 } : readBelowHundred(words, at);
  if (!low) return null;
  if (words[at + low.words] !== "hundred" || (low.value > 9 && low.value % 10 === 0)) return low;
  const hundreds = { words: low.words + 1, value: low.value * 100 };
  const and = words[at + hundreds.words] === "and" ? 1 : 0;
  const rest = readBelowHundred(words, at + hundreds.words + and);
  if (!rest || startsHundred(words, at + hundreds.words + and, rest)) return hundreds;
  return { words: hundreds.words + and + rest.words, value: hundreds.value + rest.value };
}

/** `two hundred` in `one hundred two hundred`: a number of its own. */
function startsHundred(words: Words, at: number, read: Read): boolean {
  return words[at + read.words] === "hundred";
}

/** Zero and up. Does not read digits one by one, nor years. */
export const readCardinal = readOnce((words, at): Cardinal | null => {
  if (words[at] === "zero") return { words: 1, value: 0n, quantity: null, article: false };
  const article = words[at] === "a";
  let value = 0n;
  let read = 0;
  let smallest: bigint | null = null;
  let quantity: string | null = null;
  for (;;) {
    const and = smallest !== null && words[at + read] === "and" ? 1 : 0;
    const group = readScaleArticle(words, at + read, read) ?? readGroup(words, at + read + and);
    if (!group) break;
    const scaleWord = words[at + read + and + group.words] ?? "";
    const scale: bigint | undefined = SCALES.get(scaleWord);
    const scaled = scale !== undefined && (smallest === null || scale < smallest);
    if (scaled && group.value < 1000 && !(and && group.value >= 100)) {
      value += BigInt(group.value) * scale;
      quantity = read === 0 && Object.hasOwn(QUANTITIES, scaleWord) ? `${group.value} ${scaleWord}` : null;
      smallest = scale;
      read += and + group.words + 1;
      continue;
    }
    if (smallest !== null && (group.value >= 1000 || (and && group.value >= 100))) break;
    value += BigInt(group.value);
    quantity = null;
    read += and + group.words;
    break;
  }
  return read === 0 ? null : { words: read, value, quantity, article };
});

/** `a` before a scale at the start of a number: `a thousand`. */
function readScaleArticle(words: Words, at: number, read: number): Read | null {
  return read === 0 && words[at] === "a" && SCALES.has(words[at + 1] ?? "") ? { words: 1, value: 1 } : null;
}

const DIGITS: ReadonlyMap<string, string> = new Map([
  ["zero", "0"],
  ["oh", "0"],
  ["o", "0"],
  ...Object.entries(ONES).map(([word, value]): [string, string] => [word, String(value)]),
]);

/** One spoken digit; `oh` and `o` are zeros here. */
export function digitOf(word: string | undefined): string | undefined {
  return DIGITS.get(word ?? "");
}

/** A digit, or a number below a hundred. */
export function readDigitOrPair(words: Words, at: number): { words: number; digits: string } | null {
  const digit = digitOf(words[at]);
  if (digit !== undefined) return { words: 1, digits: digit };
  const pair = readBelowHundred(words, at);
  return pair && { words: pair.words, digits: String(pair.value) };
}

/** Whether the word belongs to a number. */
export function isNumberWord(word: string | undefined): boolean {
  if (word === undefined) return false;
  return BELOW_HUNDRED.has(word) || SCALES.has(word) || word === "hundred" || word === "zero";
}

/** Thousands set apart: `1,234,567`. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}
