/** A number as money, measures and percentages take it: whole, decimal, `two and a half`, with or without a scale. */
import { phrases, readOnce, type Words } from "../shared/readers.ts";
import {
  digitOf,
  grouped,
  ONES,
  readBelowHundred,
  readCardinal,
  readDigitOrPair,
  SCALES,
} from "./numbers.ts";

export interface Amount {
  words: number;
  text: string;
  prose: string;
  whole: boolean;
  one: boolean;
  /** Without the article of `a hundred`. */
  article: boolean;
}

export const signAt = phrases([
  ...["minus", "negative"].map((words): [string, string] => [words, "-"]),
  ...["plus or minus", "plus minus"].map((words): [string, string] => [words, "±"]),
]);
/** Digits after a decimal point: no one says more. */
const MOST_DECIMALS = 20;
const HALVES: Readonly<Record<string, string>> = { half: ".5", quarter: ".25" };

export const readAmount = readOnce((words, at): Amount | null => {
  const sign = signAt(words, at);
  const start = at + (sign?.words ?? 0);
  const amount = readDecimal(words, start) ?? readMixed(words, start) ?? readWhole(words, start);
  if (!amount || !sign) return amount;
  const [text, prose] = [sign.value + amount.text, sign.value + amount.prose];
  return { ...amount, words: sign.words + amount.words, text, prose, one: false };
});

/** `one fifty` before what is counted → 150. */
export function readUnsaidHundreds(words: Words, at: number): Amount | null {
  const hundreds = ONES[words[at] ?? ""];
  const rest = hundreds === undefined ? null : readBelowHundred(words, at + 1);
  if (hundreds === undefined || hundreds === 0 || !rest || rest.value < 10) return null;
  const text = String(hundreds * 100 + rest.value);
  return { words: 1 + rest.words, text, prose: text, whole: true, one: false, article: false };
}

function readWhole(words: Words, at: number): Amount | null {
  const number = readCardinal(words, at);
  if (!number) return null;
  const digits = String(number.value);
  return {
    words: number.words,
    text: number.quantity ?? digits,
    prose: number.quantity ?? grouped(digits),
    whole: true,
    one: number.value === 1n,
    article: number.article,
  };
}

/** `three point one four`, `point five`, `two point five million`; two digits may be said as one number. */
export function readDecimal(words: Words, at: number): Amount | null {
  const number = words[at] === "point" ? null : readCardinal(words, at);
  const oh = number || digitOf(words[at]) !== "0" ? 0 : 1;
  const pointAt = at + (number?.words ?? oh);
  if (words[pointAt] !== "point" || number?.article) return null;
  const decimals = readDecimals(words, pointAt + 1);
  if (!decimals) return null;
  const whole = number ? String(number.value) : oh ? "0" : "";
  const end = pointAt + 1 + decimals.words;
  // A second point makes it a version.
  if (words[end] === "point" && digitOf(words[end + 1]) !== undefined) return null;
  return withScale(words, at, end, {
    text: `${whole}.${decimals.digits}`,
    prose: `${grouped(whole || "0")}.${decimals.digits}`,
  });
}

function readDecimals(words: Words, at: number): { words: number; digits: string } | null {
  let digits = "";
  let read = 0;
  while (digits.length < MOST_DECIMALS) {
    const next = readDigitOrPair(words, at + read);
    if (!next) break;
    digits += next.digits;
    read += next.words;
  }
  return read === 0 ? null : { words: read, digits };
}

/** `two and a half million`. */
function readMixed(words: Words, at: number): Amount | null {
  const number = readCardinal(words, at);
  if (!number || number.article) return null;
  const end = at + number.words;
  const part = words[end] === "and" && words[end + 1] === "a" ? HALVES[words[end + 2] ?? ""] : undefined;
  if (part === undefined) return null;
  const digits = String(number.value);
  return withScale(words, at, end + 3, { text: digits + part, prose: grouped(digits) + part });
}

function withScale(
  words: Words,
  at: number,
  end: number,
  { text, prose }: { text: string; prose: string },
): Amount {
  const scale = words[end] ?? "";
  const scaled = SCALES.has(scale);
  return {
    words: end - at + (scaled ? 1 : 0),
    text: scaled ? `${text} ${scale}` : text,
    prose: scaled ? `${prose} ${scale}` : prose,
    whole: false,
    one: false,
    article: false,
  };
}
