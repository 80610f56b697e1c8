/** A number with its unit: `two hundred meters` → 200 m, `sixty miles per hour` → 60 mph. */
import type { Written } from "../../words/language-rules.ts";
import type { Words } from "../shared/readers.ts";
import { type Amount, readAmount, readUnsaidHundreds } from "./amounts.ts";
import { numberStyle } from "./number-style.ts";
import { ONES, readBelowHundred } from "./numbers.ts";
import { findPerUnit, findUnit } from "./units.ts";

interface ReadUnit {
  words: number;
  text: string;
  /** The unit after the number in a sentence, its space included. */
  prose: string;
  everyday: boolean;
}

export function readMeasure(words: Words, at: number): Written | null {
  const amount = readAmount(words, at);
  if (!amount) return null;
  const age = readAge(words, at, amount);
  if (age) return age;
  const counted = readUnsaidHundreds(words, at) ?? amount;
  return (
    readHeight(words, at) ??
    readTimes(words, at, counted) ??
    (isPercent(words, at + counted.words) ? readWithUnit(words, at, counted) : null) ??
    readDensity(words, at, amount) ??
    readWithUnit(words, at, amount)
  );
}

/** `A sixty seven year old woman` has hyphens, `five years old` none. */
function readAge(words: Words, at: number, amount: Amount): Written | null {
  const [unit = "", old = ""] = words.slice(at + amount.words);
  if (!amount.whole || !/^(?:year|month|week|day)$/.test(unit) || !/^olds?$/.test(old)) return null;
  const isSmall = amount.words === 1 && numberStyle.digits[words[at] ?? ""] !== undefined;
  const count = isSmall || amount.one ? (words[at] ?? "") : amount.prose;
  const text = `${isSmall || amount.one ? count : amount.text} ${unit} ${old}`;
  return { words: amount.words + 2, text, prose: `${count}-${unit}-${old}`, kind: "measure" };
}

/** `eight point four four x` → 8.44x, `two twenty x` → 220x, `one million x`. */
function readTimes(words: Words, at: number, amount: Amount): Written | null {
  if (words[at + amount.words] !== "x") return null;
  const gap = /\d$/.test(amount.text) ? "" : " ";
  const [text, prose] = [`${amount.text}${gap}x`, `${amount.prose}${gap}x`];
  return { words: amount.words + 1, text, prose, kind: "measure" };
}

/** Hundreds may go unsaid before percentages: `nine ninety eight percent`. `One fifty miles` is left as it is said. */
function isPercent(words: Words, at: number): boolean {
  return words[at] === "percent" || (words[at] === "per" && words[at + 1] === "cent");
}

/** `fifty six per square kilometer`: bare 56 /km², a sentence keeps the words. */
function readDensity(words: Words, at: number, amount: Amount): Written | null {
  if (words[at + amount.words] !== "per") return null;
  const per = findPerUnit(words, at + amount.words + 1);
  // Squares and cubes.
  if (per?.words !== 2) return null;
  const prose = [amount.prose, ...words.slice(at + amount.words, at + amount.words + 3)].join(" ");
  return { words: amount.words + 3, text: `${amount.text} /${per.value}`, prose, kind: "measure" };
}

function readWithUnit(words: Words, at: number, amount: Amount): Written | null {
  const unit = readUnit(words, at + amount.words);
  // `one second`, `a hundred miles` are figures of speech more often than measures.
  if (!unit || (unit.everyday && (amount.one || amount.article))) return null;
  return {
    words: amount.words + unit.words,
    text: unit.text === "%" ? `${amount.text}%` : `${amount.text} ${unit.text}`,
    prose: amount.prose + unit.prose,
    kind: unit.text === "%" ? "percent" : "measure",
  };
}

function readUnit(words: Words, at: number): ReadUnit | null {
  const simple = readSimpleUnit(words, at);
  if (!simple) return null;
  const end = at + simple.words;
  if (words[end] !== "per") return simple;
  const per = findPerUnit(words, end + 1);
  if (!per) return simple;
  const text = perSymbol(simple.text, per.value);
  return { words: simple.words + 1 + per.words, text, prose: ` ${text}`, everyday: false };
}

/** Rates of data have symbols of their own: Mbps, GBps. */
function perSymbol(unit: string, per: string): string {
  return per === "s" && /^[KMGT][bB]$/.test(unit) ? `${unit}ps` : `${unit}/${per}`;
}

function readSimpleUnit(words: Words, at: number): ReadUnit | null {
  const unit = findUnit(words, at);
  if (!unit) return null;
  const { text, prose } = unit.value;
  const joined = prose === "%" || prose?.startsWith("°");
  const name = prose ?? words.slice(at, at + unit.words).join(" ");
  return { words: unit.words, text, prose: joined ? name : ` ${name}`, everyday: prose === null };
}

const INCHES_PER_FOOT = 12;
const SHORTEST_PERSON_FEET = 3;

/** `six foot two` → 6'2". */
function readHeight(words: Words, at: number): Written | null {
  const feet = ONES[words[at] ?? ""];
  if (feet === undefined || feet < SHORTEST_PERSON_FEET || !/^(?:foot|feet)$/.test(words[at + 1] ?? ""))
    return null;
  const inches = readBelowHundred(words, at + 2);
  if (!inches || inches.value >= INCHES_PER_FOOT) return null;
  const named = /^inch(?:es)?$/.test(words[at + 2 + inches.words] ?? "") ? 1 : 0;
  return { words: 2 + inches.words + named, text: `${feet}'${inches.value}"`, kind: "measure" };
}
