/** Japanese whole numbers, decimals and signs. */
import { type HanDialect, lengthOf, oneOf, readDigitRun, readHanNumber } from "../shared/han-numbers.ts";
import type { Words } from "../shared/readers.ts";

const JAPANESE: HanDialect = { bare: "十拾百千", shortTail: false, zeroFills: false };

export interface Amount {
  words: number;
  /** All in digits: `50000`, `1.5万`. */
  text: string;
  /** With 万 and 億 kept, as a sentence has it: `5万`. */
  prose: string;
  whole: bigint | null;
  /** One character, which may be part of many words. */
  single: boolean;
}

const ZEROS = ["ゼロ", "零", "〇", "れい"];

export function readWhole(words: Words, at: number): Amount | null {
  const written = /^\d+$/.exec(words[at] ?? "")?.[0];
  if (written) return { words: 1, text: written, prose: written, whole: BigInt(written), single: false };
  const zero = oneOf(words, at, ZEROS);
  if (zero) return { words: lengthOf(zero), text: "0", prose: "0", whole: 0n, single: true };
  const number = readHanNumber(words, at, JAPANESE);
  if (!number) return null;
  const { digits, short, value } = number;
  return { words: number.words, text: digits, prose: short, whole: value, single: number.words === 1 };
}

const SIGNS: Readonly<Record<string, string>> = { プラスマイナス: "±", マイナス: "-" };

/** `マイナス三点五`, `一点五億`, `二十三`. */
export function readAmount(words: Words, at: number): Amount | null {
  const said = oneOf(words, at, Object.keys(SIGNS)) ?? "";
  const sign = lengthOf(said);
  const whole = readWhole(words, at + sign);
  if (!whole) return null;
  const decimals = readDecimals(words, at + sign + whole.words);
  const minus = SIGNS[said] ?? "";
  const amount = decimals
    ? { text: whole.text + decimals.text, prose: whole.text + decimals.text, whole: null, single: false }
    : whole;
  return {
    words: sign + whole.words + (decimals?.words ?? 0),
    text: minus + amount.text,
    prose: minus + amount.prose,
    whole: sign ? null : amount.whole,
    single: !sign && amount.single,
  };
}

/** `八・五ミリ`; but `二・三日` are two or three. */
const AFTER_RANGE = /^[日人回年個枚月時番名件か]$/u;

function readDecimals(words: Words, at: number): { words: number; text: string } | null {
  if (words[at] !== "点" && words[at] !== "・") return null;
  const run = readDigits(words, at + 1);
  const next = words[at + 1 + run.words] ?? "";
  if (run.digits === "" || (words[at] === "・" && (next === "" || AFTER_RANGE.test(next)))) return null;
  // `三点二点一` is a version.
  const more = readDecimals(words, at + 1 + run.words);
  if (more) return { words: 1 + run.words + more.words, text: `.${run.digits}${more.text}` };
  const scale = /^[万億兆]$/.test(words[at + 1 + run.words] ?? "") ? words[at + 1 + run.words] : undefined;
  return { words: 1 + run.words + (scale ? 1 : 0), text: `.${run.digits}${scale ?? ""}` };
}

/** Digits one by one, with ゼロ among them; the empty string where none stands. */
export function readDigits(words: Words, at: number): { words: number; digits: string } {
  let digits = "";
  let next = at;
  while (digits.length < 24) {
    const zero = oneOf(words, next, ZEROS);
    const run = zero ? null : readDigitRun(words, next, 1);
    if (!zero && !run) break;
    digits += run?.digits ?? "0";
    next += run?.words ?? lengthOf(zero ?? "");
  }
  return { words: next - at, digits };
}

export function readBetween(words: Words, at: number, least: number, most: number): Amount | null {
  const number = readWhole(words, at);
  if (!number || number.whole === null || number.whole < BigInt(least) || number.whole > BigInt(most))
    return null;
  return number;
}
