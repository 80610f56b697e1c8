/** Japanese inverse text normalization: of all that can be read at a character, the longest; on a tie the first. */
import type { Written } from "../../words/language-rules.ts";
import { addressReader } from "../shared/addresses.ts";
import { caseCodeReader } from "../shared/case-codes.ts";
import { hanFigure, isHanNumeral, lengthOf, literal, oneOf } from "../shared/han-numbers.ts";
import { longestOf, type Words } from "../shared/readers.ts";
import { readCode } from "./codes.ts";
import { readDate, readTime } from "./dates.ts";
import { type Amount, readAmount, readDigits } from "./numbers.ts";
import { FIXED, ONE_IN_WORDS, UNITS, WORDS } from "./units.ts";

const LEAST_RUN = 3;

export function readJapanese(words: Words, at: number): Written | null {
  const read = isInside(words, at) || oneOf(words, at, FIXED) ? null : readLongest(words, at);
  const end = at + (read?.words ?? 0);
  // `九条さん`, but `三名様`
  const isName =
    read !== null && TITLE.test(words.slice(end, end + 4).join("")) && !/[人名]$/.test(read.text);
  return isName ? null : read;
}

const TITLE = /^(?:さん(?!ざん|ぽ|ま)|さま|様|くん|ちゃん|氏)/;

/** After figures, or a numeral that was not read (四五十人, 二・三日), or in a word: 数十, 何百, 唯一. */
function isInside(words: Words, at: number): boolean {
  if (!isHanNumeral(words[at])) return false;
  const before = words[at - 1] ?? "";
  const isSecond = before === "・" && isHanNumeral(words[at - 2]);
  return isSecond || (isHanNumeral(before) && before !== "〇") || /^[数何幾唯統]$|\d$/.test(before);
}

/** `三分の二` 2/3, `一と四分の三` 1 3/4, `ルート三分の一` 1/√3. */
function readFraction(words: Words, at: number): Written | null {
  const sign = literal(words, at, "マイナス");
  const first = readTerm(words, at + sign);
  if (!first) return null;
  const joint = at + sign + first.words;
  const below = /^[と荷]$/.test(words[joint] ?? "") ? readTerm(words, joint + 1) : null;
  const under = below ?? first;
  const end = below ? joint + 1 + below.words : joint;
  const mark = literal(words, end, "分の");
  const above = mark ? readTerm(words, end + mark) : null;
  if (!above) return null;
  const text = `${sign ? "-" : ""}${below ? `${first.text} ` : ""}${above.text}/${under.text}`;
  return { words: end + mark + above.words - at, text, kind: "fraction" };
}

function readTerm(words: Words, at: number): { words: number; text: string } | null {
  const number = readAmount(words, at);
  const root = literal(words, at + (number?.words ?? 0), "ルート");
  if (!root) return number;
  const under = readAmount(words, at + (number?.words ?? 0) + root);
  return (
    under && { words: (number?.words ?? 0) + root + under.words, text: `${number?.text ?? ""}√${under.text}` }
  );
}

function readPercent(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  const unit = amount ? oneOf(words, at + amount.words, ["パーセント", "割引"]) : null;
  if (!amount || !unit) return null;
  const mark = unit === "パーセント" ? "%" : unit;
  return { words: amount.words + lengthOf(unit), text: amount.text + mark, kind: "percent" };
}

/** `第二十三`, `百番目`. */
function readOrdinal(words: Words, at: number): Written | null {
  const before = words[at] === "第" ? 1 : 0;
  const amount = readAmount(words, at + before);
  if (!amount) return null;
  const after = literal(words, at + before + amount.words, "番目");
  // `第一に` is an adverb.
  if (!before && !after) return null;
  if (before && !after && amount.words === 1 && words[at + 2] === "に") return null;
  const text = `${before ? "第" : ""}${amount.text}${after ? "番目" : ""}`;
  return { words: before + amount.words + after, text, kind: "ordinal" };
}

function readCounted(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  const unit = amount ? oneOf(words, at + amount.words, UNITS) : null;
  // 十分 is a word; in 四万十円 the unit says that 四万十, else a town, is a number.
  if (!amount || !unit || lengthOf(oneOf(words, at, WORDS) ?? "") > amount.words) return null;
  // `一日一回` is a dose.
  if (amount.text === "1" && ONE_IN_WORDS.has(unit) && !(unit === "回" && words[at - 1] === "日"))
    return null;
  const kind = /^(?:円|銭|ドル|ユーロ|ポンド|ウォン|元)$/.test(unit) ? "money" : "measure";
  const length = amount.words + lengthOf(unit);
  return { words: length, text: amount.text + unit, prose: amount.prose + unit, kind };
}

/** How many words before a house number are looked at. */
const HOUSE_WORDS = 6;

/** `芝公園四丁目二番八号` */
function readHouse(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  const unit = amount ? oneOf(words, at + amount.words, ["丁目", "番地", "番", "号"]) : null;
  const isHouse =
    unit === "丁目" ||
    /(?:丁目|[\d一二三四五六七八九十]+番)$/u.test(words.slice(Math.max(0, at - HOUSE_WORDS), at).join(""));
  if (!amount || !unit || !isHouse) return null;
  return { words: amount.words + lengthOf(unit), text: amount.text + unit, kind: "measure" };
}

/** Telephone numbers, with の between their parts, and codes. */
function readTelephone(words: Words, at: number): Written | null {
  const parts: string[] = [];
  let next = at;
  while (parts.length < 4) {
    const run = readDigits(words, next);
    if (run.digits.length < (parts.length > 0 || words[next + run.words] === "の" ? 2 : LEAST_RUN)) break;
    parts.push(run.digits);
    next += run.words + 1;
    if (words[next - 1] !== "の") break;
  }
  const digits = parts.join("");
  if (digits.length < (parts.length > 1 ? 6 : LEAST_RUN)) return null;
  const trailing = words[next - 1] === "の" && parts.length > 0 && next - 1 > at;
  const end = trailing && readDigits(words, next).digits === "" ? next - 1 : next - (trailing ? 0 : 1);
  if (isHanNumeral(words[end])) return null;
  return { words: end - at, text: parts.join("-"), kind: digits.length > 6 ? "telephone" : "cardinal" };
}

/** Numbers of two characters and more; a single one only if nothing else is said, as it is part of many words. */
function readCount(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  if (!amount || /^\d/.test(words[at] ?? "")) return null;
  // 四万十 is a town, 四万十一 and 四万十点五 are numbers.
  if (lengthOf(oneOf(words, at, WORDS) ?? "") >= amount.words) return null;
  if (isHanNumeral(words[at + amount.words]) || /^[数何]$/.test(words[at + amount.words] ?? "")) return null;
  if (amount.single && !isAlone(words, amount)) return null;
  const kind = amount.text.includes(".") ? "decimal" : "cardinal";
  return { words: amount.words, text: amount.text, prose: amount.prose, kind };
}

const isAlone = (words: Words, amount: Amount) => amount.words === words.length;

/** Names and domains are in Latin letters. */
const readAddress = addressReader({
  signs: {
    "ア ッ ト マ ー ク/ア ッ ト": "@",
    "ド ッ ト": ".",
    "ハ イ フ ン": "-",
    "ア ン ダ ー バ ー": "_",
    "ス ラ ッ シ ュ": "/",
  },
  domains: ["jp"],
});

const readLongest = longestOf([
  (words, at) => (/^[a-z]/.test(words[at] ?? "") ? readAddress(words, at) : null),
  caseCodeReader({ upper: "大_文_字_の 大_文_字", lower: "小_文_字_の 小_文_字" }, hanFigure),
  readCode,
  readFraction,
  readPercent,
  readDate,
  readTime,
  readOrdinal,
  readCounted,
  readHouse,
  readTelephone,
  readCount,
]);
