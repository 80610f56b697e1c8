/** Chinese whole numbers, decimals and signs, simplified and traditional. */
import { type HanDialect, readDigitRun, readHanNumber } from "../shared/han-numbers.ts";
import type { Words } from "../shared/readers.ts";

const CHINESE: HanDialect = { bare: "十拾", shortTail: true, zeroFills: true };

export interface Amount {
  words: number;
  /** With 万 and 亿 kept: `5万`, `1.5亿`. */
  text: string;
  /** Null if it is negative, or has decimals. */
  whole: bigint | null;
}

const SCALE = /^[万萬亿億兆]$/;

/** `负三点五`, `一百二十万`, `十二`; 正负 is no minus. */
export function readAmount(words: Words, at: number): Amount | null {
  const sign = /^[负負]$/.test(words[at] ?? "") && words[at - 1] !== "正" ? 1 : 0;
  const whole = readHanNumber(words, at + sign, CHINESE);
  const written = whole ? null : /^\d+(?:\.\d+)?$/.exec(words[at + sign] ?? "")?.[0];
  if (!whole && !written) return null;
  const minus = sign ? "-" : "";
  const decimal = whole ? readDecimals(words, at + sign + whole.words) : null;
  if (whole && decimal) {
    return {
      words: sign + whole.words + decimal.words,
      text: minus + whole.digits + decimal.text,
      whole: null,
    };
  }
  if (whole)
    return { words: sign + whole.words, text: minus + whole.short, whole: sign ? null : whole.value };
  return { words: sign + 1, text: `${minus}${written}`, whole: null };
}

/** `点五`, `点一四万`; not the hour of `三点十分` or `三点五分`. */
function readDecimals(words: Words, at: number): { words: number; text: string } | null {
  if (!/^[点點]$/.test(words[at] ?? "")) return null;
  const decimals = readDigitRun(words, at + 1, 1);
  if (!decimals) return null;
  const end = at + 1 + decimals.words;
  if (/^[分秒刻]$/.test(words[end] ?? "")) return null;
  // `九点一个会`, but `三点五个小时`.
  if (/^[个個位场場]$/.test(words[end] ?? "") && !/^[小月百亿億单單]$/.test(words[end + 1] ?? ""))
    return null;
  // `三点二点一` is a version.
  const more = readDecimals(words, end);
  if (more) return { words: 1 + decimals.words + more.words, text: `.${decimals.digits}${more.text}` };
  const scale = [words[end] ?? "", words[end + 1] ?? ""];
  const kept = SCALE.test(scale[0] ?? "") ? (SCALE.test(scale[1] ?? "") ? scale.join("") : scale[0]) : "";
  return { words: 1 + decimals.words + (kept ?? "").length, text: `.${decimals.digits}${kept}` };
}

/** A whole number in digits, of one value range. */
export function readBetween(words: Words, at: number, least: number, most: number) {
  const number = readHanNumber(words, at, CHINESE);
  if (!number || number.value < BigInt(least) || number.value > BigInt(most)) return null;
  return { words: number.words, value: Number(number.value) };
}
