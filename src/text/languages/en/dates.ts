/** Dates, years, decades and eras: `july twenty fifth two thousand twelve`, `the nineteen eighties`. */
import type { Written } from "../../words/language-rules.ts";
import { phrases, type Words } from "../shared/readers.ts";
import { ONES, type Read, readBelowHundred, readCardinal, readOrdinal, TENS } from "./numbers.ts";
import { withSuffix } from "./plain-numbers.ts";

const MONTHS = new Map(
  "january february march april may june july august september october november december"
    .split(" ")
    .map((month) => [month, month.replace(/^./, (letter) => letter.toUpperCase())]),
);
/** Months that are words of other kinds too; a bare number after them is no day without a sign of a date. */
const AMBIGUOUS = new Set(["march", "may"]);
const DATE_BEFORE = new Set(
  "on in since until by of from to before after through every this last next".split(" "),
);
/** Between two months. */
const JOINTS = new Set(["and", "to", "or", "through", "until", "till"]);
/** Words after which 1015 is a year and no time of day. */
const YEAR_BEFORE = new Set(["in", "year", "since", "circa", "around"]);
const LARGEST_DAY = 31;

export function readDate(words: Words, at: number): Written | null {
  return (
    readMonthFirst(words, at) ??
    readDayFirst(words, at) ??
    readMonthBeside(words, at) ??
    readSlashed(words, at) ??
    readEra(words, at) ??
    readDecade(words, at) ??
    readYearAlone(words, at)
  );
}

/** `between march and november`: another month shows that it is one. */
function readMonthBeside(words: Words, at: number): Written | null {
  const spoken = words[at] ?? "";
  const isBeside = [-2, 2].some((step) => {
    const other = words[at + step] ?? "";
    return MONTHS.has(other) && !AMBIGUOUS.has(other) && JOINTS.has(words[at + step / 2] ?? "");
  });
  return AMBIGUOUS.has(spoken) && isBeside ? date(1, spoken, MONTHS.get(spoken) ?? spoken) : null;
}

/** `july twenty fifth two thousand twelve`, `july twenty fifth`, `july twenty twelve`. */
function readMonthFirst(words: Words, at: number): Written | null {
  const spoken = words[at] ?? "";
  const month = MONTHS.get(spoken);
  if (month === undefined) return null;
  const the = words[at + 1] === "the" && !AMBIGUOUS.has(spoken) ? 1 : 0;
  const dayAt = at + 1 + the;
  const year = readYear(words, dayAt);
  const day = readDay(words, dayAt);
  const dayYear = day ? readYear(words, dayAt + day.words) : null;
  if (year && !the && (!day || day.words + (dayYear?.words ?? 0) <= year.words)) {
    return date(1 + year.words, `${spoken} ${year.value}`, `${month} ${year.value}`);
  }
  if (!day || (!day.ordinal && !dayYear && !isCertain(words, at))) return null;
  const read = 1 + the + day.words;
  if (!dayYear) return date(read, `${spoken} ${day.value}`, `${month} ${day.value}`);
  const text = `${spoken} ${day.value} ${dayYear.value}`;
  return date(read + dayYear.words, text, `${month} ${day.value}, ${dayYear.value}`);
}

/** `the twenty fifth of july two thousand twelve`, `twenty fifth july`. */
function readDayFirst(words: Words, at: number): Written | null {
  const the = words[at] === "the" ? 1 : 0;
  const day = readDay(words, at + the);
  if (!day?.ordinal) return null;
  const of = words[at + the + day.words] === "of" ? 1 : 0;
  const monthAt = at + the + day.words + of;
  const spoken = words[monthAt] ?? "";
  const month = MONTHS.get(spoken);
  if (month === undefined || (AMBIGUOUS.has(spoken) && !of)) return null;
  const year = readYear(words, monthAt + 1);
  const read = monthAt + 1 - at + (year?.words ?? 0);
  const end = year ? ` ${year.value}` : "";
  const ordinal = of ? `${withSuffix(BigInt(day.value))} of` : String(day.value);
  return date(read, `${day.value} ${spoken}${end}`, `${the ? "the " : ""}${ordinal} ${month}${end}`);
}

function date(words: number, text: string, prose: string): Written {
  return { words, text, prose, kind: "date" };
}

function isCertain(words: Words, at: number): boolean {
  return !AMBIGUOUS.has(words[at] ?? "") || DATE_BEFORE.has(words[at - 1] ?? "");
}

function readDay(words: Words, at: number): (Read & { ordinal: boolean }) | null {
  const ordinal = readOrdinal(words, at);
  if (ordinal && ordinal.value >= 1n && ordinal.value <= BigInt(LARGEST_DAY))
    return { words: ordinal.words, value: Number(ordinal.value), ordinal: true };
  // `june twenty three hundred`: no day.
  const number = readBelowHundred(words, at);
  const end = words[at + (number?.words ?? 0)];
  if (!number || number.value > LARGEST_DAY || end === "hundred" || end === "thousand") return null;
  return { ...number, ordinal: false };
}

/** The year that follows a month or day; at least four digits, or `two thousand`. */
function readYear(words: Words, at: number): Read | null {
  const pair = readYearPair(words, at);
  if (pair) return pair;
  const number = readCardinal(words, at);
  if (!number || number.round || number.value < 1000n || number.value > 2999n) return null;
  return { words: number.words, value: Number(number.value) };
}

/** `nineteen ninety four`, `nineteen oh five`, `twenty twelve`. */
function readYearPair(words: Words, at: number): Read | null {
  const century = centuryOf(words[at]);
  if (century === undefined) return null;
  const oh = words[at + 1] === "oh" || words[at + 1] === "o";
  const ones = oh ? ONES[words[at + 2] ?? ""] : undefined;
  if (ones !== undefined) return { words: 3, value: century * 100 + ones };
  const rest = readBelowHundred(words, at + 1);
  if (!rest || rest.value < 10) return null;
  const end = words[at + 1 + rest.words] ?? "";
  if (end === "hundred" || end === "thousand" || end === "percent") return null;
  return { words: 1 + rest.words, value: century * 100 + rest.value };
}

const FIRST_CENTURY = 10;
const LAST_CENTURY = 20;

function centuryOf(word: string | undefined): number | undefined {
  const read = readBelowHundred([word ?? ""], 0);
  return read && read.value >= FIRST_CENTURY && read.value <= LAST_CENTURY ? read.value : undefined;
}

/** Hours of the clock go before years, unless the words before say so. */
const LAST_HOUR = 12;
const HOURS = 24;
const MINUTES = 60;

function readYearAlone(words: Words, at: number): Written | null {
  const year = readYearPair(words, at);
  if (!year) return null;
  const lastHour = words[at - 1] === "at" ? HOURS : LAST_HOUR + 1;
  const mayBeTime = year.value < lastHour * 100 && year.value % 100 < MINUTES;
  if (mayBeTime && !YEAR_BEFORE.has(words[at - 1] ?? "")) return null;
  return { words: year.words, text: String(year.value), kind: "date" };
}

const DECADES = new Map([
  ["tens", 10],
  ...Object.entries(TENS).map(([word, value]): [string, number] => [word.replace(/y$/, "ies"), value]),
]);

/** `nineteen eighties` → 1980s, `eighteen hundreds` → 1800s. */
function readDecade(words: Words, at: number): Written | null {
  const century = centuryOf(words[at]);
  const word = words[at + 1] ?? "";
  const decade = word === "hundreds" ? 0 : DECADES.get(word);
  if (century !== undefined && decade !== undefined)
    return { words: 2, text: `${century * 100 + decade}s`, kind: "date" };
  const thousands = words[at] === "two" && word === "thousands";
  return thousands ? { words: 2, text: "2000s", kind: "date" } : null;
}

const findEra = phrases(
  ["b c e", "b c", "a d", "c e", "bce", "bc"].map((era) => [era, era.replaceAll(" ", "").toUpperCase()]),
);

/** `five hundred b c`. */
function readEra(words: Words, at: number): Written | null {
  const year = readYearPair(words, at) ?? readSmallYear(words, at);
  if (!year) return null;
  const era = findEra(words, at + year.words);
  return era && date(year.words + era.words, year.value + era.value, `${year.value} ${era.value}`);
}

function readSmallYear(words: Words, at: number): Read | null {
  const hundreds = ONES[words[at] ?? ""];
  const rest = hundreds === undefined ? null : readBelowHundred(words, at + 1);
  if (hundreds !== undefined && rest && rest.value >= 10)
    return { words: 1 + rest.words, value: hundreds * 100 + rest.value };
  const number = readCardinal(words, at);
  if (number && !number.article && number.value < 100_000n)
    return { words: number.words, value: Number(number.value) };
  return null;
}

/** `three slash four slash twenty twelve` → 3/4/2012. */
function readSlashed(words: Words, at: number): Written | null {
  const first = readBelowHundred(words, at);
  if (!first || words[at + first.words] !== "slash") return null;
  const secondAt = at + first.words + 1;
  const second = readBelowHundred(words, secondAt);
  if (!second) return null;
  const yearAt = secondAt + second.words;
  const head = `${first.value}/${second.value}`;
  const year =
    words[yearAt] === "slash" ? (readYear(words, yearAt + 1) ?? readBelowHundred(words, yearAt + 1)) : null;
  if (!year) return { words: yearAt - at, text: head, kind: "fraction" };
  return { words: yearAt + 1 + year.words - at, text: `${head}/${year.value}`, kind: "date" };
}
