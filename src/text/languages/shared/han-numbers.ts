/**
 * Numbers in Chinese characters, of Chinese and Japanese: 十, 百, 千 inside groups of four digits, 万, 億 and 兆 between
 * them; and digits one by one. Each character is a word.
 */
import type { Words } from "./readers.ts";

interface HanNumber {
  words: number;
  value: bigint;
  digits: string;
  /** With 万 and 億 kept if the number ends on one of them: `5万`, `1亿2000万`. */
  short: string;
}

export interface HanDialect {
  /** Which of 十, 百, 千 may stand without a digit before them. */
  bare: string;
  /** Whether 三百五 means 350 and 两万三 means 23000. */
  shortTail: boolean;
  /** Whether 零 fills the places that are left out: 一百零五. */
  zeroFills: boolean;
}

const DIGITS: Readonly<Record<string, number>> = Object.fromEntries(
  ["零〇○", "一壹", "二贰貳两兩", "三叁參", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖"].flatMap(
    (all, digit) => [...all].map((character) => [character, digit]),
  ),
);
const PLACES: Readonly<Record<string, number>> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1000, 仟: 1000 };
const SCALES: Readonly<Record<string, bigint>> = {
  万: 10n ** 4n,
  萬: 10n ** 4n,
  亿: 10n ** 8n,
  億: 10n ** 8n,
  兆: 10n ** 12n,
};
/** As many characters as a number below 10^16 takes, with filling zeros. */
const MOST_DIGITS = 24;

export function isHanDigit(word: string | undefined): boolean {
  return word !== undefined && DIGITS[word] !== undefined;
}

/** The figure, `1` for 一. */
export function hanFigure(word: string): string | undefined {
  return /^\d$/.test(word) ? word : DIGITS[word]?.toString();
}

export function isHanNumeral(word: string | undefined): boolean {
  return word !== undefined && (isHanDigit(word) || PLACES[word] !== undefined || SCALES[word] !== undefined);
}

/** How many words `text` takes at `at` when it stands there, otherwise 0. */
export function literal(words: Words, at: number, text: string): number {
  // Nearly every call ends here.
  if (!text.startsWith(words[at] ?? "\0")) return 0;
  const characters = [...text];
  return characters.every((character, i) => words[at + i] === character) ? characters.length : 0;
}

/** The first of `texts` that stands at `at`; name longer ones first. */
export function oneOf(words: Words, at: number, texts: readonly string[]): string | null {
  return texts.find((text) => literal(words, at, text) > 0) ?? null;
}

export function lengthOf(text: string): number {
  return [...text].length;
}

/** Digits one by one: 二零一二. `also` are further ways to say one: 幺. A large unit may follow, a place may not. */
export function readDigitRun(
  words: Words,
  at: number,
  least: number,
  also: Readonly<Record<string, string>> = {},
): { words: number; digits: string } | null {
  let digits = "";
  let end = at;
  for (; digits.length < MOST_DIGITS; end++) {
    const word = words[end] ?? "";
    const digit = also[word] ?? (/[两兩]/.test(word) ? undefined : DIGITS[word]);
    if (digit === undefined) break;
    digits += digit;
  }
  return digits.length < least || PLACES[words[end] ?? ""] !== undefined ? null : { words: end - at, digits };
}

interface Group {
  value: number;
  next: number;
  /** The last digit stood alone after this place, with nothing between: 三百五 has 100. */
  tailAfter: number;
}

/** Below 10000. */
function readGroup(words: Words, at: number, dialect: HanDialect): Group | null {
  let group: Group = { value: 0, next: at, tailAfter: 0 };
  let lowest = 10_000;
  let filled = false;
  for (;;) {
    const word = words[group.next] ?? "";
    const digit = DIGITS[word];
    if (digit === 0) {
      const more = DIGITS[words[group.next + 1] ?? ""] || (PLACES[words[group.next + 1] ?? ""] === 10 && 1);
      if (!dialect.zeroFills || group.value === 0 || filled || !more) break;
      filled = true;
      group = { ...group, next: group.next + 1 };
      continue;
    }
    const place = PLACES[digit === undefined ? word : (words[group.next + 1] ?? "")];
    const bareAllowed = digit !== undefined || dialect.bare.includes(word) || (filled && place === 10);
    if (place !== undefined && place < lowest && bareAllowed) {
      group = {
        value: group.value + (digit ?? 1) * place,
        next: group.next + (digit === undefined ? 1 : 2),
        tailAfter: 0,
      };
      lowest = place;
      filled = false;
      continue;
    }
    if (digit === undefined || place !== undefined) break;
    return {
      value: group.value + digit,
      next: group.next + 1,
      tailAfter: filled || group.value === 0 ? 0 : lowest,
    };
  }
  if (filled) return { ...group, next: group.next - 1 };
  return group.next === at ? null : group;
}

/** A whole number; null if none begins. 五, 十五, 一百零五, 一万二千, 三万亿. */
export function readHanNumber(words: Words, at: number, dialect: HanDialect): HanNumber | null {
  if (DIGITS[words[at] ?? ""] === 0) return { words: 1, value: 0n, digits: "0", short: "0" };
  let value = 0n;
  let short = "";
  let lowest: bigint | null = null;
  let next = at;
  for (;;) {
    const fills = lowest !== null && dialect.zeroFills && DIGITS[words[next] ?? ""] === 0 ? 1 : 0;
    const group = readGroup(words, next + fills, dialect);
    if (!group) break;
    const scale = SCALES[words[group.next] ?? ""];
    if (scale === undefined) {
      const last = fills ? group.value : tail(group, lowest, dialect);
      value += BigInt(last);
      return finished(at, group.next, value, null);
    }
    if (lowest !== null && scale >= lowest) break;
    if (group.tailAfter > 0 && dialect.shortTail && group.tailAfter > 10 && lowest !== null) break;
    value += BigInt(group.value) * scale;
    short += `${group.value}${words[group.next]}`;
    lowest = scale;
    next = group.next + 1;
    const above = SCALES[words[next] ?? ""];
    if (above !== undefined && above > scale) {
      // 三万亿: ten thousand hundred millions.
      value *= above;
      short += words[next];
      lowest = above;
      next++;
    }
  }
  return lowest === null ? null : finished(at, next, value, short);
}

/** The value of a last digit without a place of its own. */
function tail(group: Group, lowest: bigint | null, dialect: HanDialect): number {
  if (!dialect.shortTail) return group.value;
  if (group.tailAfter > 10 && group.tailAfter < 10_000) {
    const digit = group.value % 10;
    return group.value - digit + (digit * group.tailAfter) / 10;
  }
  const alone = group.value < 10 && group.tailAfter === 0 && lowest !== null;
  return alone ? (group.value * Number(lowest)) / 10 : group.value;
}

function finished(at: number, end: number, value: bigint, short: string | null): HanNumber {
  return { words: end - at, value, digits: String(value), short: short ?? String(value) };
}
