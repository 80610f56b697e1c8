/**
 * Times of day. The bare form has two digits for the hour, `02:15 p.m.`, as NeMo's inverse text normalization writes it
 * (`verbalizers/time.py`); a sentence has `2:15 p.m.`.
 */
import type { Written } from "../../words/language-rules.ts";
import { list, type Words } from "../shared/readers.ts";
import { hasNumber, takesNumber } from "./numbered.ts";
import { isNumberWord, ONES, readBelowHundred, readOrdinal } from "./numbers.ts";
import { isUnit } from "./units.ts";

interface Clock {
  words: number;
  hour: number;
  minute: number;
}

interface Suffix {
  words: number;
  text: string;
  prose: string;
}

const ZONES = new Set(
  "est edt cst cdt mst mdt pst pdt et ct mt pt gmt utc cet cest eet bst ist jst aest z".split(" "),
);
const HALVES_OF_DAY: Readonly<Record<string, string>> = {
  am: "a.m.",
  "a.m.": "a.m.",
  "a.m": "a.m.",
  pm: "p.m.",
  "p.m.": "p.m.",
  "p.m": "p.m.",
};

export function readTime(words: Words, at: number): Written | null {
  const relative = readRelative(words, at);
  if (relative) return written(words, at, relative);
  return readHours(words, at) ?? readOClock(words, at) ?? readDigital(words, at) ?? readBareHour(words, at);
}

/** `two fifteen p m`, `two thirty`, `two oh five`. */
function readDigital(words: Words, at: number): Written | null {
  const early = readEarly(words, at);
  if (early) return early;
  const hour = readHour(words, at);
  if (!hour) return null;
  const minute = readMinute(words, at + hour.words);
  if (!minute) return null;
  const clock = { words: hour.words + minute.words, hour: hour.value, minute: minute.value };
  const suffix = readSuffix(words, at + clock.words);
  if (!suffix && !isClearlyTime(words, at, clock))
    return isTold(words, at, clock) ? null : readPair(words, at, clock);
  return written(words, at, clock);
}

/** `at oh five thirty` → 05:30. */
function readEarly(words: Words, at: number): Written | null {
  const isTold = /^(?:at|by|until|till|from|before|after)$/.test(words[at - 1] ?? "");
  const hour = isTold && /^(?:oh|o|zero)$/.test(words[at] ?? "") ? ONES[words[at + 1] ?? ""] : undefined;
  const minute = hour === undefined ? null : readMinute(words, at + 2);
  if (hour === undefined || !minute || isNumberWord(words[at + 2 + minute.words])) return null;
  const text = `0${hour}:${String(minute.value).padStart(2, "0")}`;
  return { words: 2 + minute.words, text, kind: "time" };
}

/** Words before a time or close to it, days, and things with other numbers. */
const BEFORE_TIME = new Set(
  list(
    "at by until till from before after since around about past between it's today tomorrow tonight yesterday noon morning " +
      "afternoon evening night monday tuesday wednesday thursday friday saturday sunday",
  ),
);
const SCHEDULED =
  /^(?:meet(?:ing)?s?|appointments?|trains?|bus|flights?|lunch|dinner|breakfast|call|class|lessons?|shift|alarm|time|clock|schedule[ds]?|leaves?|left|starts?|started|begins?|began|ends?|ended|arrives?|arrived|departs?|opens?|closes?|lands?|wakes?|woke|moved|reservation|booked)$/;
const SCHEDULED_WITHIN_WORDS = 6;
const DAY_BEHIND =
  /^(?:today|tomorrow|tonight|yesterday|sharp|(?:in_the|this)_(?:morning|afternoon|evening)|at_night|(?:on_)?(?:mon|tues|wednes|thurs|fri|satur|sun)day)/;
/** Without a word for what is counted, from ten on hardly anything else is said in pairs. */
const LEAST_LIKELY_HOUR = 10;

/** The closed classes that follow a time in its clause. */
const SAID_OF_TIME =
  /^(?:is|was|isn't|wasn't|works?|would|will|should|could|can|can't|won't|suits?|for|with|at|to|then|please|would|we|i|you|he|she|they|it|i'm|i'll|we're|we'll|the|my|our|a|as|works|until|till|from|by|if|unless|not|gets?|sounds?|fits?|means?)$/;

/** A pair of numbers is a time after a word of time, beside a day, or alone. */
function isTold(words: Words, at: number, { words: length, hour, minute }: Clock): boolean {
  const before = words[at - 1];
  if (VERSES.has(before ?? "")) return false;
  if (before !== undefined && BEFORE_TIME.has(before)) return true;
  if (DAY_BEHIND.test(words.slice(at + length, at + length + 3).join("_"))) return true;
  const near = words.slice(Math.max(0, at - SCHEDULED_WITHIN_WORDS), at);
  if (hasNumber(near)) return false;
  const behind = words[at + length] ?? "";
  const ends = BEHIND_TIME.has(behind) || behind === "";
  // `Ten forty form`, `seven eleven on fourth street`
  if (before === undefined) return behind === "" || (minute % 5 === 0 && (ends || SAID_OF_TIME.test(behind)));
  return (
    hour >= LEAST_LIKELY_HOUR || (ends && minute % 15 === 0) || near.some((word) => SCHEDULED.test(word))
  );
}

/** Of neither hours nor anything known: `three twenty` stays as it was said. */
function readPair(words: Words, at: number, { words: length, hour, minute }: Clock): Written | null {
  if ((hour > 9 && at > 0) || minute < 10 || isNumberWord(words[at - 1]) || isNumberWord(words[at + length]))
    return null;
  const near = words.slice(Math.max(0, at - SCHEDULED_WITHIN_WORDS), at);
  if (VERSES.has(near.at(-1) ?? "")) return { words: length, text: `${hour}:${minute}`, kind: "letters" };
  const isOne = hasNumber(near) && !near.some((word) => SCORES.has(word));
  const text = isOne ? `${hour}${minute}` : words.slice(at, at + length).join(" ");
  return { words: length, text, kind: "cardinal" };
}

const SCORES = new Set(list("score scored won lost beat"));
const VERSES = new Set(
  list(
    "verse psalm psalms proverbs john matthew luke acts romans corinthians genesis exodus isaiah revelation",
  ),
);

/** Without a.m. or p.m.: an hour of the clock, and no number that continues or counts something. */
function isClearlyTime(words: Words, at: number, clock: Clock): boolean {
  const { words: length, hour } = clock;
  const [before, after] = [words[at - 1], words[at + length]];
  if (hour < 1 || (hour > 12 && before !== "at") || takesNumber(before) || !isTold(words, at, clock))
    return false;
  // `Pages ten twelve and fourteen`
  const behind = words[at + length + 1] ?? "";
  const isListed = after === "and" && (isNumberWord(behind) || /^\d/.test(behind));
  if (isListed && !BEFORE_TIME.has(before ?? "")) return false;
  if (isUnit(after) || isNumberWord(before) || before === "point" || before === "dot") return false;
  return (
    !isNumberWord(after) &&
    !readOrdinal(words, at + length) &&
    !/^(?:dollars?|euros?|pounds?|percent|point|dot|oh|o|cents?)$/.test(after ?? "")
  );
}

/** `two p m`. */
function readBareHour(words: Words, at: number): Written | null {
  const hour = readHour(words, at);
  if (!hour || hour.value > 12 || !readSuffix(words, at + hour.words)) return null;
  return written(words, at, { words: hour.words, hour: hour.value, minute: 0 });
}

/** `seven o'clock`, also as a recognizer spells it. */
function readOClock(words: Words, at: number): Written | null {
  const hour = readHour(words, at);
  if (!hour || hour.value > 12) return null;
  const end = at + hour.words;
  const word = words[end] ?? "";
  const apart = (word === "o" || word === "o'") && words[end + 1] === "clock";
  if (!apart && !/^o['’]?clock$/.test(word)) return null;
  const clock = { words: hour.words + (apart ? 2 : 1), hour: hour.value, minute: 0 };
  const time = written(words, at, clock);
  return readSuffix(words, at + clock.words) ? time : { ...time, prose: `${hour.value} o'clock` };
}

/** `fifteen hundred hours`. */
function readHours(words: Words, at: number): Written | null {
  const zero = words[at] === "zero" || words[at] === "oh" ? 1 : 0;
  const hour = readHour(words, at + zero);
  const end = at + zero + (hour?.words ?? 0);
  if (!hour || words[end] !== "hundred" || words[end + 1] !== "hours") return null;
  const text = `${String(hour.value).padStart(2, "0")}:00`;
  return { words: end + 2 - at, text, kind: "time" };
}

/** `half past two`, `quarter to five`, `ten past four`, `ten to four p m`; `half-past`, as recognizers that punctuate write. */
function readRelative(words: Words, at: number): Clock | null {
  const [, joined, to] = /^(half|quarter)-(past|to)$/.exec(words[at] ?? "") ?? [];
  if (joined !== undefined && to !== undefined) {
    const read = readRelative([...words.slice(0, at), joined, to, ...words.slice(at + 1)], at);
    return read && { ...read, words: read.words - 1 };
  }
  const article = words[at] === "a" && words[at + 1] === "quarter" ? 1 : 0;
  const part = readPart(words, at + article);
  if (!part) return null;
  const unit = /^min(?:ute)?s?$/.test(words[at + article + part.words] ?? "") ? 1 : 0;
  const wordAt = at + article + part.words + unit;
  const word = words[wordAt] ?? "";
  const hour = readHour(words, wordAt + 1);
  if (!hour || hour.value === 0 || hour.value > 12) return null;
  const length = wordAt + 1 + hour.words - at;
  if (word === "past" || (word === "after" && !part.minutes))
    return { words: length, hour: hour.value, minute: part.value };
  if (!/^(?:to|till|of|before)$/.test(word) || part.value === 30) return null;
  // `ten to four` is a ratio or a range as often as a time.
  const certain =
    !part.minutes ||
    (word === "to" && isToldTime(words, at, wordAt + 1 + hour.words) && part.value % 5 === 0) ||
    (word !== "of" && words[at - 1] !== "from" && readSuffix(words, at + length));
  if (!certain || (word === "of" && part.minutes)) return null;
  const before = hour.value === 1 ? 12 : hour.value - 1;
  return { words: length, hour: before, minute: 60 - part.value };
}

/** After a time, if something could be counted otherwise. */
const BEHIND_TIME = new Set(
  " on in and so already now here there but or sharp exactly today tomorrow tonight every this next when because".split(
    " ",
  ),
);
/** Words before `at ten to one` that make it something else. */
const ODDS = new Set("odds ratio price priced score scored stood stands bet".split(" "));
const ODDS_WITHIN_WORDS = 5;

/** `it's five to three`, `leaves at ten to three`, if nothing follows that could be counted. */
function isToldTime(words: Words, at: number, end: number): boolean {
  if (!BEHIND_TIME.has(words[end] ?? "")) return false;
  const before = words[at - 1] ?? "";
  if (before === "it's" || (before === "is" && words[at - 2] === "it")) return true;
  const odds = words.slice(Math.max(0, at - ODDS_WITHIN_WORDS), at).some((word) => ODDS.has(word));
  return /^(?:at|until|till)$/.test(before) && !odds;
}

function readPart(words: Words, at: number): { words: number; value: number; minutes: boolean } | null {
  if (words[at] === "half") return { words: 1, value: 30, minutes: false };
  if (words[at] === "quarter") return { words: 1, value: 15, minutes: false };
  const read = readBelowHundred(words, at);
  return read && read.value < 60 ? { ...read, minutes: true } : null;
}

function readHour(words: Words, at: number): { words: number; value: number } | null {
  const read = words[at] === "zero" ? { words: 1, value: 0 } : readBelowHundred(words, at);
  if (!read || read.value > 24) return null;
  // `twenty two` before minutes may be 20:02 as little as 22: the longest number is the hour.
  return read;
}

function readMinute(words: Words, at: number): { words: number; value: number } | null {
  if (words[at] === "oh" || words[at] === "o" || words[at] === "zero") {
    const ones = ONES[words[at + 1] ?? ""];
    return ones === undefined ? null : { words: 2, value: ones };
  }
  const read = readBelowHundred(words, at);
  return read && read.value >= 10 && read.value < 60 ? read : null;
}

/** a.m. or p.m., a time zone, or both. */
function readSuffix(words: Words, at: number): Suffix | null {
  const half = readHalfOfDay(words, at);
  const zone = readZone(words, at + (half?.words ?? 0));
  if (!half && !zone) return null;
  const parts = [half, zone].filter((part) => part !== null);
  return {
    words: parts.reduce((sum, part) => sum + part.words, 0),
    text: parts.map((part) => part.text).join(" "),
    prose: parts.map((part) => part.prose).join(" "),
  };
}

function readHalfOfDay(words: Words, at: number): Suffix | null {
  const known = HALVES_OF_DAY[words[at] ?? ""];
  if (known !== undefined && words[at] !== "am") return { words: 1, text: known, prose: known };
  // `two am I` is no time.
  if (known !== undefined && words[at + 1] !== "i") return { words: 1, text: known, prose: known };
  const spelled = `${words[at]}${words[at + 1]}`;
  if (words[at]?.length === 1 && (spelled === "am" || spelled === "pm")) {
    const text = HALVES_OF_DAY[spelled] ?? "";
    return { words: 2, text, prose: text };
  }
  return null;
}

function readZone(words: Words, at: number): Suffix | null {
  for (const length of [4, 3, 2, 1]) {
    const letters = words.slice(at, at + length);
    if (letters.length < length || (length > 1 && letters.some((letter) => letter.length !== 1))) continue;
    const zone = letters.join("");
    if (ZONES.has(zone) && (length > 1 || zone.length > 2))
      return { words: length, text: zone, prose: zone.toUpperCase() };
  }
  return null;
}

function written(words: Words, at: number, { words: length, hour, minute }: Clock): Written {
  const suffix = readSuffix(words, at + length);
  const minutes = String(minute).padStart(2, "0");
  const end = (text: string | undefined) => (text === undefined ? "" : ` ${text}`);
  const prose = suffix && minute === 0 && /^[ap]/.test(suffix.prose) ? String(hour) : `${hour}:${minutes}`;
  return {
    words: length + (suffix?.words ?? 0),
    text: `${String(hour).padStart(2, "0")}:${minutes}${end(suffix?.text)}`,
    prose: prose + end(suffix?.prose),
    kind: "time",
  };
}
