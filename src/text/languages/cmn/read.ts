/** Chinese inverse text normalization: of all that can be read at a character, the longest; on a tie the first. */
import type { Written } from "../../words/language-rules.ts";
import { addressReader } from "../shared/addresses.ts";
import { caseCodeReader } from "../shared/case-codes.ts";
import {
  hanFigure,
  isHanDigit,
  isHanNumeral,
  lengthOf,
  literal,
  oneOf,
  readDigitRun,
} from "../shared/han-numbers.ts";
import { longestOf, type Words } from "../shared/readers.ts";
import { followsPartOfDay, readDate, readTime } from "./dates.ts";
import { readMoney } from "./money.ts";
import { readAmount } from "./numbers.ts";
import { UNITS } from "./units.ts";

const SPOKEN_ONE = { 幺: "1", 么: "1" };
/** Digits in a row that are no number: 三三两两 has two, 一五一十 ends on a place. */
const LEAST_RUN = 3;
/** Words of which a numeral is only a part, with the place of the numeral at their beginning. */
const WORDS =
  "十分 十足 十全 十字 十之 百姓 百货 千万 千克 万一 四十不惑 三十而立 三十六计 九牛一毛 三点一线".split(" ");

export function readChinese(words: Words, at: number): Written | null {
  if (isWeekday(words, at)) return null;
  if (!isWeekday(words, at - 1) && isInside(words, at)) return null;
  // `晚上七点六个单位` is no decimal.
  return (followsPartOfDay(words, at) ? readTime(words, at) : null) ?? readLongest(words, at);
}

/** `周三十一点半` is at half past eleven. */
function isWeekday(words: Words, at: number): boolean {
  const isNamed = /^[周週期拜]$/.test(words[at - 1] ?? "") && /^[一二三四五六]$/.test(words[at] ?? "");
  return isNamed && isHanNumeral(words[at + 1]) && readTime(words, at + 1) !== null;
}

/** In the middle of numerals that were not read, so of a phrase: 四五十, 几十, 九九八十一. */
function isInside(words: Words, at: number): boolean {
  return (
    isHanNumeral(words[at]) &&
    (isHanNumeral(words[at - 1]) ? !readBefore(words, at) : /^[几幾数數双雙]$/.test(words[at - 1] ?? ""))
  );
}

/** Whether what stands before ends a number that can be read by itself: the 年 or 点 between would show otherwise. */
function readBefore(words: Words, at: number): boolean {
  return !isHanDigit(words[at - 1]) && !isHanDigit(words[at]);
}

function readPercent(words: Words, at: number): Written | null {
  const sign = /^[负負]$/.test(words[at] ?? "") ? 1 : 0;
  const base = oneOf(words, at + sign, ["百分之", "千分之", "巴仙"]);
  if (!base) return null;
  const start = at + sign + 3;
  const amount = readAmount(words, start) ?? (words[start] === "百" ? { words: 1, text: "100" } : null);
  if (!amount) return null;
  const text = `${sign ? "-" : ""}${amount.text}${base === "千分之" ? "‰" : "%"}`;
  return { words: sign + 3 + amount.words, text, kind: "percent" };
}

/** `三分之二` 2/3, `五又二分之一` 5又1/2. */
function readFraction(words: Words, at: number): Written | null {
  const first = readAmount(words, at);
  if (!first) return null;
  const mixed = words[at + first.words] === "又";
  const below = mixed ? readAmount(words, at + first.words + 1) : first;
  const belowEnd = at + (mixed ? first.words + 1 : 0) + (below?.words ?? 0);
  if (!below || !literal(words, belowEnd, "分之")) return null;
  const above = readAmount(words, belowEnd + 2);
  if (!above) return null;
  const minus = !mixed && below.text.startsWith("-") ? "-" : "";
  const text = `${mixed ? `${first.text}又` : minus}${above.text}/${below.text.replace("-", "")}`;
  return { words: belowEnd + 2 + above.words - at, text, kind: "fraction" };
}

function readOrdinal(words: Words, at: number): Written | null {
  if (words[at] !== "第") return null;
  const run = readDigitRun(words, at + 1, LEAST_RUN);
  const number = run ? { words: run.words, text: run.digits } : readAmount(words, at + 1);
  if (!number) return null;
  const small = number.text.length === 1;
  const prose = small ? `第${words[at + 1]}` : `第${number.text}`;
  return { words: 1 + number.words, text: `第${number.text}`, prose, kind: "ordinal" };
}

function readMeasure(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  const unit = amount ? oneOf(words, at + amount.words, UNITS) : null;
  if (!amount || !unit || isPhrase(words, at, amount.text, unit)) return null;
  return { words: amount.words + lengthOf(unit), text: amount.text + unit, kind: "measure" };
}

/** 一度 (once), 一层, 一秒: one of something is mostly no figure. */
function isPhrase(words: Words, at: number, amount: string, unit: string): boolean {
  if (amount === "1" && unit.length === 1) return true;
  return unit === "度" && /^[假过過]$/.test(words[at + 2] ?? "");
}

/** Telephone numbers, years, codes. */
function readDigits(words: Words, at: number): Written | null {
  const run = readDigitRun(words, at, LEAST_RUN, SPOKEN_ONE);
  return run && { words: run.words, text: run.digits, kind: run.words > 6 ? "telephone" : "cardinal" };
}

/** Numbers of ten and more, negative ones and decimals; single digits are written as words. */
function readCount(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  if (!amount || (amount.whole !== null && amount.whole < 10n)) return null;
  if (/^[0-9]/.test(words[at] ?? "")) return null;
  if (oneOf(words, at, WORDS) && amount.words < 2) return null;
  const after = words[at + amount.words] ?? "";
  if (/^[几幾]$/.test(after) || isHanNumeral(after)) return null;
  if (
    oneOf(
      words,
      at,
      WORDS.filter((word) => word.length > 2),
    )
  )
    return null;
  const kind = amount.whole === null && amount.text.includes(".") ? "decimal" : "cardinal";
  return { words: amount.words, text: amount.text, kind };
}

/** Names and domains are in Latin letters. */
const readAddress = addressReader({
  signs: { "艾 特": "@", "点/點": ".", "横 杠/橫 槓": "-", "下 划 线/下 劃 線": "_", "斜 杠/斜 線": "/" },
  domains: ["cn", "hk", "tw"],
});

const readLongest = longestOf([
  (words, at) => (/^[a-z]/.test(words[at] ?? "") ? readAddress(words, at) : null),
  caseCodeReader({ upper: "大_写_字_母 大_写 大_寫", lower: "小_写_字_母 小_写 小_寫" }, hanFigure),
  readPercent,
  readFraction,
  readDate,
  readTime,
  readMoney,
  readOrdinal,
  readMeasure,
  readDigits,
  readCount,
]);
