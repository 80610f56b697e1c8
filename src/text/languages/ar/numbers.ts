/** Arabic numbers, which number spelling rules read, with signs and decimals. Vowel signs and the seats of hamza do not count. */
import type { Words } from "../shared/readers.ts";
import { spelledNumbers } from "../shared/spelled/numbers.ts";
import data from "./cldr.json";

export const { cardinal, ordinal } = spelledNumbers("ar", data, {});

export function plain(word: string | undefined): string {
  return (word ?? "")
    .replace(/[\u064b-\u0652\u0640]/g, "")
    .replace(/[أإآ]/g, "ا")
    .replaceAll("ى", "ي");
}

const DIGITS = new Map(
  Object.entries(data.smallWords).flatMap(([word, value]): [string, number][] =>
    value < 10 ? [[plain(word), value]] : [],
  ),
);

export interface Whole {
  words: number;
  value: number;
}

export function digitOf(word: string | undefined): number | undefined {
  return DIGITS.get(plain(word));
}

/** `ألفان وثلاثمئة وخمسة وعشرون`, `مليون`, `اثنا عشر ألفا`. A و glued to the first word is not part of it. */
export function readWhole(words: Words, at: number): Whole | null {
  const found = cardinal(words, at);
  return found && { words: found.words, value: Number(found.value) };
}

/** The word without a و that joins it, and how many words that takes: `وعشرون` is one, `و عشرون` two. */
function joined(words: Words, at: number): { word: string; words: number } | null {
  const word = plain(words[at]);
  if (word === "و") return { word: plain(words[at + 1]), words: 2 };
  // وأحد عشر is and eleven, although واحد is one.
  const eleven = word === "واحد" && /^عشرة?$/.test(plain(words[at + 1]));
  return word.startsWith("و") && (eleven || digitOf(word) === undefined)
    ? { word: word.slice(1), words: 1 }
    : null;
}

export interface Amount {
  words: number;
  text: string;
  whole: number | null;
}

/** As many words as a number below a thousand takes, and a few. */
const MOST_WORDS = 12;
/** How many decimals `من مئة` and the like give. */
const PARTS: Readonly<Record<string, number>> = { عشرة: 1, مئة: 2, مائة: 2, الف: 3 };

/** `سالب خمسة`, `ثلاثة فاصلة خمسة`, `سبعة وتسعة وتسعون من مئة`. */
export function readAmount(words: Words, at: number): Amount | null {
  const sign = /^(?:سالب|ناقص)$/.test(plain(words[at])) ? 1 : 0;
  const whole = readWhole(words, at + sign);
  if (!whole) return null;
  const end = at + sign + whole.words;
  const decimals = readDecimals(words, end) ?? readParts(words, end);
  return {
    words: sign + whole.words + (decimals?.words ?? 0),
    text: `${sign ? "-" : ""}${whole.value}${decimals ? `.${decimals.text}` : ""}`,
    whole: sign || decimals ? null : whole.value,
  };
}

function readDecimals(words: Words, at: number) {
  if (!/^(?:فاصلة|فاصله|نقطة)$/.test(plain(words[at]))) return null;
  let text = "";
  let next = at + 1;
  for (; text.length < 15; next++) {
    const digit = digitOf(words[next]);
    if (digit === undefined || readWhole(words, next)?.words !== 1) break;
    text += digit;
  }
  const rest = /^0*$/.test(text) ? readWhole(words, next) : null;
  if (rest) text += rest.value;
  return text === "" ? null : { words: next + (rest?.words ?? 0) - at, text };
}

function readParts(words: Words, at: number) {
  const first = joined(words, at);
  if (!first) return null;
  // Only what follows is copied, so that reading stays linear.
  const part = readWhole([first.word, ...words.slice(at + first.words, at + first.words + MOST_WORDS)], 0);
  const end = at + first.words - 1 + (part?.words ?? 0);
  const ofTenThousand = plain(words[end + 1]) === "عشرة" && plain(words[end + 2]) === "الاف";
  const size = ofTenThousand ? 4 : PARTS[plain(words[end + 1])];
  const places = plain(words[end]) === "من" ? size : undefined;
  if (!part || !places || part.value >= 10 ** places) return null;
  return { words: end + (ofTenThousand ? 3 : 2) - at, text: String(part.value).padStart(places, "0") };
}
