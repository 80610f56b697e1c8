/** Japanese dates and times of day, in the layout of NeMo's inverse text normalization (`ja/taggers/date.py`, `time.py`). */
import type { Written } from "../../words/language-rules.ts";
import { literal, readDigitRun } from "../shared/han-numbers.ts";
import type { Words } from "../shared/readers.ts";
import { readBetween, readWhole } from "./numbers.ts";

interface Piece {
  words: number;
  text: string;
  prose: string;
}

/** `二千十二年七月二十五日土曜日` → `2012年7月25日(土)`, `七月五から九日` → `7月5〜9日`. */
export function readDate(words: Words, at: number): Written | null {
  const parts: Piece[] = [];
  let next = at;
  for (const read of [readYear, readMonth, readDay]) {
    const part = read(words, next);
    if (!part) continue;
    parts.push(part);
    next += part.words;
  }
  if (parts.length === 0) return null;
  const weekday = readWeekday(words, next);
  if (weekday) parts.push(weekday);
  return {
    words: parts.reduce((sum, { words: length }) => sum + length, 0),
    text: parts.map(({ text }) => text).join(""),
    prose: parts.map(({ prose }) => prose).join(""),
    kind: "date",
  };
}

function readYear(words: Words, at: number): Piece | null {
  const run = readDigitRun(words, at, 2);
  const digits = run?.digits ?? readBetween(words, at, 1, 9999)?.text;
  const length = run?.words ?? readWhole(words, at)?.words ?? 0;
  if (!digits || words[at + length] !== "年" || /^[間代生]$/.test(words[at + length + 1] ?? "")) return null;
  return { words: length + 1, text: `${digits}年`, prose: `${digits}年` };
}

const readMonth = (words: Words, at: number) => readRange(words, at, 12, "月");
const readDay = (words: Words, at: number) => readRange(words, at, 31, "日");

/** `五日`, `五から九日`. */
function readRange(words: Words, at: number, most: number, unit: string): Piece | null {
  const first = readBetween(words, at, 1, most);
  if (!first) return null;
  const between = literal(words, at + first.words, "から");
  const last = between ? readBetween(words, at + first.words + between, 1, most) : null;
  const length = first.words + (last ? between + last.words : 0);
  if (words[at + length] !== unit) return null;
  const end = last ? last.text + unit : unit;
  return {
    words: length + 1,
    text: `${first.text}${last ? "〜" : ""}${end}`,
    prose: `${first.text}${last ? "から" : ""}${end}`,
  };
}

/** A day of the week after a date: `(土)`, `(月〜金)`; a sentence keeps the words. */
function readWeekday(words: Words, at: number): Piece | null {
  const first = dayOfWeek(words, at);
  if (!first) return null;
  const between = literal(words, at + first.words, "から");
  const last = between ? dayOfWeek(words, at + first.words + between) : null;
  const length = first.words + (last ? between + last.words : 0);
  const text = `(${first.text}${last ? `〜${last.text}` : ""})`;
  return { words: length, text, prose: words.slice(at, at + length).join("") };
}

function dayOfWeek(words: Words, at: number) {
  const day = /^[月火水木金土日]$/.test(words[at] ?? "") && words[at + 1] === "曜";
  return day ? { words: words[at + 2] === "日" ? 3 : 2, text: words[at] ?? "" } : null;
}

/** `三時十五分` → `3時15分`, `八時半`, `五分三十秒`. 前, 過ぎ and 頃 follow as they are. */
export function readTime(words: Words, at: number): Written | null {
  let text = "";
  let next = at;
  for (const [unit, most] of [
    ["時", 24],
    ["分", 59],
    ["秒", 59],
  ] as const) {
    const number = readBetween(words, next, 0, most);
    if (!number || words[next + number.words] !== unit) continue;
    if (isOtherWord(words, next, unit, text !== "")) break;
    text += number.text + unit;
    next += number.words + 1;
    if (unit === "時" && words[next] === "半") {
      text += "半";
      next++;
      break;
    }
  }
  return text === "" ? null : { words: next - at, text, kind: "time" };
}

/** 一時的 (for a while), 十分 (enough), 三時間 and 五分の一 are no times of day. */
function isOtherWord(words: Words, at: number, unit: string, behindHour: boolean): boolean {
  const [first, after] = [words[at], words[at + 2] ?? ""];
  if (unit === "時") return first === "一" && words[at + 1] === "時" && /^[的期は停帰預]$/.test(after);
  return first === "十" && words[at + 1] === "分" && !behindHour && !/^[前後過間ほく以]$/.test(after);
}
