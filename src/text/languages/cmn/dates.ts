/** Chinese dates and times of day. */
import type { Written } from "../../words/language-rules.ts";
import { readDigitRun } from "../shared/han-numbers.ts";
import type { Words } from "../shared/readers.ts";
import { readBetween } from "./numbers.ts";

interface Piece {
  words: number;
  text: string;
}

const HALVES_OF_DAY = [
  "上午",
  "下午",
  "晚上",
  "早上",
  "中午",
  "凌晨",
  "清晨",
  "傍晚",
  "半夜",
  "今晚",
  "明晚",
  "今早",
  "明早",
  "朝早",
  "夜晚",
  "下晝",
];

/** Signs that a number counts something. */
const COUNTED = /^[点點个個元块塊月日号號年万萬亿億]$/;

/** `二零一二年七月二十五日`, `七月二十五号`, `二零一二年`, `三月`. */
export function readDate(words: Words, at: number): Written | null {
  const year = readYear(words, at);
  const month = readPart(words, at + (year?.words ?? 0), 12, /^月$/);
  const dayAt = at + (year?.words ?? 0) + (month?.words ?? 0);
  const day = month ? readPart(words, dayAt, 31, /^[日号號]$/) : readPart(words, dayAt, 31, /^日$/);
  if (!year && !month && (!day || isDayOther(words, at))) return null;
  const parts = [year, month, year && !month ? null : day].filter((part) => part !== null);
  const prose = parts.map(({ text }) => text).join("");
  // NeMo writes every day as 日 (`verbalizers/date.py`).
  return {
    words: parts.reduce((sum, part) => sum + part.words, 0),
    text: prose.replace(/[号號]$/, "日"),
    prose,
    kind: "date",
  };
}

function readYear(words: Words, at: number): Piece | null {
  const run = readDigitRun(words, at, 2);
  const year = run ?? readCardinalYear(words, at);
  if (!year || words[at + year.words] !== "年") return null;
  return { words: year.words + 1, text: `${year.digits}年` };
}

function readCardinalYear(words: Words, at: number) {
  const number = readBetween(words, at, 1, 9999);
  return number ? { words: number.words, digits: String(number.value) } : null;
}

function readPart(words: Words, at: number, most: number, unit: RegExp): Piece | null {
  const number = readBetween(words, at, 1, most);
  const word = words[at + (number?.words ?? 0)] ?? "";
  if (!number || !unit.test(word)) return null;
  return { words: number.words + 1, text: `${number.value}${word}` };
}

/** 一日三餐, 十日谈: a day without a month only if nothing else is meant. */
function isDayOther(words: Words, at: number): boolean {
  return words[at] === "一" && words[at + 1] === "日";
}

/** `三点十五分`, `十五时二十分三十秒`, `三点半`, `下午两点`. */
export function readTime(words: Words, at: number): Written | null {
  const hour = readBetween(words, at, 0, 24);
  const mark = words[at + (hour?.words ?? 0)] ?? "";
  if (!hour || !/^[点點时時]$/.test(mark)) return null;
  const start = at + hour.words + 1;
  const minute = readMinute(words, start);
  if (minute) {
    const second = readSeconds(words, start + minute.words);
    const [h, m, s] = [hour.value, minute.value, second?.value].map((part) =>
      String(part ?? "").padStart(2, "0"),
    );
    // Two digits for the hour, as NeMo's `verbalizers/time.py` has it.
    const rest = second ? `${m}:${s}` : `${m}`;
    const length = hour.words + 1 + minute.words + (second?.words ?? 0);
    return { words: length, text: `${h}:${rest}`, prose: `${hour.value}:${rest}`, kind: "time" };
  }
  const quarter = readQuarter(words, start);
  if (!quarter && !isHour(words, at, hour.value, start)) return null;
  const text = `${hour.value}${mark}${quarter?.text ?? ""}`;
  const length = hour.words + 1 + (quarter?.words ?? 0);
  const prose = text.endsWith("刻") ? words.slice(at, at + length).join("") : text;
  return { words: length, text, prose, kind: "time" };
}

/** `十五分`, `零五分`, `过五分`; without 分 two digits only, as 三点五 and 三点零五 are decimals. */
function readMinute(words: Words, at: number) {
  const filled = /^[零〇过過]$/.test(words[at] ?? "") ? 1 : 0;
  const minute = readBetween(words, at + filled, 0, 59);
  if (!minute) return null;
  const end = at + filled + minute.words;
  const marked = words[end] === "分";
  if (marked && /^[钟鐘之]$/.test(words[end + 1] ?? "")) return null;
  if (!marked && (filled || minute.words < 2 || COUNTED.test(words[end] ?? ""))) return null;
  return { words: filled + minute.words + (marked ? 1 : 0), value: minute.value };
}

function readSeconds(words: Words, at: number) {
  const second = readBetween(words, at, 0, 59);
  return second && words[at + second.words] === "秒"
    ? { words: second.words + 1, value: second.value }
    : null;
}

function readQuarter(words: Words, at: number): Piece | null {
  if (words[at] === "半" || words[at] === "整") return { words: 1, text: words[at] ?? "" };
  const quarter = readBetween(words, at, 1, 3);
  return quarter && words[at + 1] === "刻" ? { words: 2, text: `${quarter.value}刻` } : null;
}

export function followsPartOfDay(words: Words, at: number): boolean {
  return HALVES_OF_DAY.includes(`${words[at - 2] ?? ""}${words[at - 1] ?? ""}`);
}

/** 一点 is mostly a little, and 两点 two points, unless a part of the day stands before it. */
function isHour(words: Words, at: number, hour: number, after: number): boolean {
  if (followsPartOfDay(words, at)) return true;
  return hour > 1 && !/^[儿兒半]$/.test(words[after] ?? "") && !/^[有差早]$/.test(words[at - 1] ?? "");
}
