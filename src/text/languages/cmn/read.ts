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
import { pressureReader } from "../shared/vital-signs.ts";
import { followsPartOfDay, readDate, readTime } from "./dates.ts";
import { readMoney } from "./money.ts";
import { readAmount, readBetween } from "./numbers.ts";
import { UNITS } from "./units.ts";

const SPOKEN_ONE: Readonly<Record<string, string>> = { 幺: "1", 么: "1" };
/** Digits in a row that are no number: 三三两两 has two, 一五一十 ends on a place. */
const LEAST_RUN = 3;
/** Words that begin with a numeral; and sayings, with what stands before their first numeral if it is not that. */
const WORDS = "十分 十足 十全 十字 十之 百姓 百货 千万 千克 万一".split(" ");
const SAYINGS =
  /^(?:十一放假|十一[长長]假|四十不惑|三十而立|三十六计|九牛一毛|三点一线|五十步[笑之]|十拿九[稳穩]|七七八八|二八年[华華]|十二指[肠腸])|八九不[离離]$|^[个個]二百五(?![十块塊元人])/u;

export function readChinese(words: Words, at: number): Written | null {
  if (isWeekday(words, at) || (isHanNumeral(words[at]) && isSaying(words, at))) return null;
  if (!isWeekday(words, at - 1) && isInside(words, at)) return null;
  // `晚上七点六个单位` is no decimal.
  return (followsPartOfDay(words, at) ? readTime(words, at) : null) ?? readLongest(words, at);
}

/** `周三十一点半` is at half past eleven, `星期一十二号` a Monday. */
function isWeekday(words: Words, at: number): boolean {
  const isNamed = /^[周週期拜]$/.test(words[at - 1] ?? "") && /^[一二三四五六]$/.test(words[at] ?? "");
  const isDay = DAY_OF_MONTH.test(words.slice(at + 1, at + 1 + LONGEST_DAY).join(""));
  return isNamed && isHanNumeral(words[at + 1]) && (isDay || readTime(words, at + 1) !== null);
}

const DAY_OF_MONTH = /^(?:[一二三四五六七八九]|[二三]?十[一二三四五六七八九]?)[号號日]/;
const LONGEST_DAY = 4;

/** After figures, or in the middle of numerals that were not read, so of a phrase: 四五十, 几十, 九九八十一. */
function isInside(words: Words, at: number): boolean {
  return (
    isHanNumeral(words[at]) &&
    (isHanNumeral(words[at - 1]) ? !readBefore(words, at) : /^[几幾数數双雙]$|\d$/.test(words[at - 1] ?? ""))
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
  if (!amount || !unit) return null;
  const length = amount.words + lengthOf(unit);
  const decimals = amount.whole === null ? null : readDecimalsBehind(words, at + length, unit);
  if (decimals)
    return {
      words: length + decimals.words,
      text: `${amount.text}.${decimals.digits}${unit}`,
      kind: "measure",
    };
  if (isPhrase(words, at, amount.text, unit)) return null;
  return { words: length, text: amount.text + unit, kind: "measure" };
}

/** `两米五五` 2.55米, `三十八度五` 38.5度; but `三米五个人`. */
function readDecimalsBehind(words: Words, at: number, unit: string) {
  const decimals = /^[米度]$/.test(unit) ? readDigitRun(words, at, 1) : null;
  const next = words[at + (decimals?.words ?? 0)];
  const isDegree = unit === "度" && !COUNTING.test(next ?? "");
  return decimals && (next === undefined || isDegree || AFTER_MEASURE.test(next)) ? decimals : null;
}

/** `三十八度五脉搏`, but `三十八度五个小时`, `二十度三天`. */
const COUNTING = /^[个個小天次分点點年月日号號人位倍百千万萬]$/;

const AFTER_MEASURE = /^[的长長宽寬高厚深乘已了以左]$/;

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

function isSaying(words: Words, at: number): boolean {
  return [0, 1, 4].some((back) =>
    SAYINGS.test(words.slice(Math.max(0, at - back), at + (back > 1 ? 0 : 5)).join("")),
  );
}

/** Numbers of ten and more, negative ones and decimals; single digits are written as words. */
function readCount(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  if (!amount || (amount.whole !== null && amount.whole < 10n)) return null;
  if (/^[0-9]/.test(words[at] ?? "")) return null;
  if (oneOf(words, at, WORDS) && amount.words < 2) return null;
  const after = words[at + amount.words] ?? "";
  if (/^[几幾]$/.test(after) || isHanNumeral(after)) return null;
  const kind = amount.whole === null && amount.text.includes(".") ? "decimal" : "cardinal";
  return { words: amount.words, text: amount.text, kind };
}

/** Names and domains are in Latin letters. */
const readAddress = addressReader({
  signs: { "艾 特/at": "@", "点/點": ".", "横 杠/橫 槓": "-", "下 划 线/下 劃 線": "_", "斜 杠/斜 線": "/" },
  domains: ["cn", "hk", "tw"],
});

const PLATE_PLACES = "京津沪滬渝冀豫云辽遼黑湘皖鲁魯新苏蘇浙赣贛鄂桂甘晋晉蒙陕陝吉闽閩贵貴粤粵青藏川宁寧琼瓊";
const PLATE_SIGNS = [5, 6];

/** `京a七八k五二` 京A78K52. */
function readPlate(words: Words, at: number): Written | null {
  const place = words[at - 1];
  if (!place || !PLATE_PLACES.includes(place) || !/^[a-z]$/.test(words[at] ?? "")) return null;
  const signs = words.slice(at, at + 2 + Math.max(...PLATE_SIGNS)).map(signOf);
  const end = signs.indexOf(undefined);
  const plate = (end < 0 ? signs : signs.slice(0, end)).join("");
  return PLATE_SIGNS.includes(plate.length - 1)
    ? { words: plate.length, text: plate, kind: "letters" }
    : null;
}

function signOf(word: string): string | undefined {
  const figure = hanFigure(word) ?? SPOKEN_ONE[word];
  return figure ?? (/^[a-z]$/.test(word) ? word.toUpperCase() : undefined);
}

const ACCOUNT = /密[码碼]|用[户戶]名|[账帳賬][号號户戶]|[邮郵]箱|[邮郵]件|[网網]址|域名/u;
const ACCOUNT_WITHIN = 8;
const LEAST_CODE_FIGURES = 2;
const MOST_CODE_LETTERS = 6;
const CODE_JOINTS: Readonly<Record<string, string>> = {
  横杠: "-",
  橫槓: "-",
  杠: "-",
  槓: "-",
  斜杠: "/",
  斜線: "/",
  点: ".",
  點: ".",
};

/** `a x三零七七杠二` AX3077-2, `wh三二b` WH32B; names of accounts and passwords may have small letters. */
function readCode(words: Words, at: number): Written | null {
  const isWithin = /^[a-z]+$/.test(words[at - 1] ?? "");
  const isAccount = ACCOUNT.test(words.slice(Math.max(0, at - ACCOUNT_WITHIN), at).join(""));
  if (!/^[a-z]{1,3}$/.test(words[at] ?? "") || isWithin || isAccount) return null;
  let [code, end] = ["", at];
  for (;;) {
    const joint = code && oneOf(words, end, Object.keys(CODE_JOINTS));
    const sign = CODE_JOINTS[joint ?? ""] ?? "";
    // `www点一六三点com`
    if (sign !== "" && sign !== "-" && !/\d$/.test(code)) break;
    const start = end + lengthOf(joint ?? "");
    const piece = codePiece(words, start, code === "" || sign !== "");
    if (!piece) break;
    code += sign + piece.text;
    end = start + piece.words;
  }
  const figures = code.replace(/\D/g, "").length;
  if (figures < LEAST_CODE_FIGURES || code.length - figures > MOST_CODE_LETTERS) return null;
  return { words: end - at, text: code, kind: "letters" };
}

/** @param isApart Whether several letters may stand in one word, and a number for its figures. */
function codePiece(words: Words, at: number, isApart: boolean): { words: number; text: string } | null {
  const word = words[at] ?? "";
  if (/^[a-z]+$/.test(word))
    return isApart || word.length === 1 ? { words: 1, text: word.toUpperCase() } : null;
  const run = readDigitRun(words, at, 1, SPOKEN_ONE);
  if (run) return { words: run.words, text: run.digits };
  const number = isApart ? readBetween(words, at, 0, LARGEST_IN_CODE) : null;
  return number && { words: number.words, text: String(number.value) };
}

const LARGEST_IN_CODE = 9999;

/** `三章十六节` of a book, `三比二` of a match. */
function readPair(words: Words, at: number): Written | null {
  const first = readBetween(words, at, 0, LARGEST_IN_CODE);
  const joint = words[at + (first?.words ?? 0)] ?? "";
  const second =
    first && /^[章比]$/.test(joint) ? readBetween(words, at + first.words + 1, 0, LARGEST_IN_CODE) : null;
  if (!first || !second) return null;
  const length = first.words + 1 + second.words;
  const isScore = joint === "比" && /比[分数數]是?$/.test(words.slice(Math.max(0, at - 3), at).join(""));
  if (isScore) return { words: length, text: `${first.value}:${second.value}`, kind: "cardinal" };
  const verse = joint === "章" ? (words[at + length] ?? "") : "";
  return /^[节節]$/.test(verse)
    ? { words: length + 1, text: `${first.value}章${second.value}${verse}`, kind: "cardinal" }
    : null;
}

const readPressure = pressureReader(
  (words, at) => {
    const number = readBetween(words, at, 1, LARGEST_IN_CODE);
    return number && { words: number.words, value: BigInt(number.value), round: null };
  },
  "压 壓",
  "比",
);

const readLongest = longestOf([
  (words, at) => (/^[a-z]/.test(words[at] ?? "") ? readAddress(words, at) : null),
  caseCodeReader({ upper: "大_写_字_母 大_写 大_寫", lower: "小_写_字_母 小_写 小_寫" }, hanFigure),
  readPlate,
  readCode,
  readPressure,
  readPair,
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
