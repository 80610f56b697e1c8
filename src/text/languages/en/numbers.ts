/** English number words and the grammar of cardinals: `two hundred and five thousand and six`. */
import type { Words } from "../shared/readers.ts";

export const ONES: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
};

const TEENS: Readonly<Record<string, number>> = {
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
};

export const TENS: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};

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

/** Short scale, and the two Indian words that English uses. */
export const SCALES: ReadonlyMap<string, bigint> = new Map([
  ["thousand", 10n ** 3n],
  ["lakh", 10n ** 5n],
  ["lakhs", 10n ** 5n],
  ["million", 10n ** 6n],
  ["crore", 10n ** 7n],
  ["crores", 10n ** 7n],
  ["billion", 10n ** 9n],
  ["trillion", 10n ** 12n],
  ["quadrillion", 10n ** 15n],
  ["quintillion", 10n ** 18n],
  ["sextillion", 10n ** 21n],
]);

/** Scales that stay words behind a short number: `5 million`. */
const QUANTITIES = new Set(["million", "billion", "trillion", "quadrillion", "quintillion", "sextillion"]);

export interface Read {
  words: number;
  value: number;
}

export interface Cardinal {
  words: number;
  value: bigint;
  /** `5 million`, where the number is a group and one large scale. */
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
export function readCardinal(words: Words, at: number): Cardinal | null {
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
      quantity = read === 0 && QUANTITIES.has(scaleWord) ? `${group.value} ${scaleWord}` : null;
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
}

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

/** Whether the word belongs to a number. */
export function isNumberWord(word: string | undefined): boolean {
  if (word === undefined) return false;
  return BELOW_HUNDRED.has(word) || SCALES.has(word) || word === "hundred" || word === "zero";
}

/** Thousands set apart: `1,234,567`. */
export function grouped(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/g, ",");
}
