/** Numbers that stand for themselves: cardinals, ordinals, decimals, fractions. */
import type { Written } from "../../words/language-rules.ts";
import type { Words } from "../shared/readers.ts";
import { counting, table } from "../shared/tables.ts";
import { readDecimal, signAt } from "./amounts.ts";
import { type Cardinal, grouped, isNumberWord, readCardinal, SCALES, TENS } from "./numbers.ts";

/**
 * Zero to twelve stay words, as NeMo's inverse text normalization has them (`CardinalFst`, "Numbers below thirteen are
 * not converted") and most style books up to nine or ten.
 */
const LARGEST_WORD = 12n;
/** Before these a bare 2000 is a year, not a count. */
const YEAR_BEFORE = new Set(["in", "since", "until", "by", "year", "from", "before", "after", "during"]);

export function readCount(words: Words, at: number): Written | null {
  const said = signAt(words, at);
  const sign = said?.value === "-" && isNumberWord(words[at - 1]) ? null : said;
  const number = readCardinal(words, at + (sign?.words ?? 0));
  if (!number) return null;
  const read = number.words + (sign?.words ?? 0);
  if (sign) {
    const text = sign.value + (number.quantity ?? String(number.value));
    return { words: read, text, prose: sign.value + inProse(number, undefined), kind: "cardinal" };
  }
  if (number.value <= LARGEST_WORD) return null;
  if (number.article && number.quantity !== null) return null;
  const spoken = words.slice(at, at + read).join(" ");
  const text = number.quantity ?? String(number.value);
  // `a hundred times` counts nothing.
  const prose = number.article && read === 2 ? spoken : inProse(number, words[at - 1]);
  return { words: read, text, prose, kind: "cardinal" };
}

function inProse({ quantity, value }: Cardinal, before: string | undefined): string {
  if (quantity !== null) return quantity;
  const isYear = value > 2000n && value < 2100n;
  const mayBeYear = value % 100n === 0n && value >= 1100n && value <= 2000n;
  if (isYear || (mayBeYear && YEAR_BEFORE.has(before ?? ""))) return String(value);
  return grouped(String(value));
}

const ORDINAL_ONES = table(
  "first one, second two, third three, fourth four, fifth five, sixth six, seventh seven, eighth eight, ninth nine",
);
const ORDINAL_REST: Readonly<Record<string, string>> = {
  ...table(`
    zeroth zero, tenth ten, eleventh eleven, twelfth twelve, thirteenth thirteen, fourteenth fourteen,
    fifteenth fifteen, sixteenth sixteen, seventeenth seventeen, eighteenth eighteen, nineteenth nineteen,
    hundredth hundred
  `),
  ...Object.fromEntries(Object.keys(TENS).map((word) => [word.replace(/y$/, "ieth"), word])),
  ...Object.fromEntries([...SCALES.keys()].map((word) => [`${word}th`, word])),
};
/** Ordinal word → the cardinal with which it ends. */
const ORDINALS: Readonly<Record<string, string>> = {
  ...ORDINAL_ONES,
  ...ORDINAL_REST,
  ...Object.fromEntries(
    Object.keys(TENS).flatMap((tens) =>
      Object.entries(ORDINAL_ONES).map(([ordinal, one]) => [`${tens}-${ordinal}`, `${tens}-${one}`]),
    ),
  ),
};
export interface Ordinal {
  words: number;
  value: bigint;
}

/** The longest ordinal that begins here: cardinal words, and a last one with the ordinal's ending. */
export function readOrdinal(words: Words, at: number): Ordinal | null {
  const head = readCardinal(words, at)?.words ?? 0;
  const and = head > 0 && words[at + head] === "and" ? 1 : 0;
  const end = at + head + and;
  const cardinal = ORDINALS[words[end] ?? ""];
  if (cardinal === undefined) return null;
  const read = readCardinal([...words.slice(at, end), cardinal], 0);
  return read && read.words === end - at + 1 ? { words: read.words, value: read.value } : null;
}

export function withSuffix(value: bigint): string {
  const teen = value % 100n >= 11n && value % 100n <= 13n;
  const suffix = teen ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[Number(value % 10n)] ?? "th");
  return `${value}${suffix}`;
}

/** First to ninth stay words in a sentence; alone they are a label: `4th`. */
export function readRank(words: Words, at: number): Written | null {
  const ordinal = readOrdinal(words, at);
  if (!ordinal) return null;
  // `a twenty second delay` is a measure.
  if (words[at - 1] === "a" && words[at + ordinal.words - 1] === "second" && ordinal.words > 1) return null;
  if (ordinal.value < 10n && words.length > ordinal.words) return null;
  const text = withSuffix(ordinal.value);
  const prose =
    ordinal.value < 10n
      ? words.slice(at, at + ordinal.words).join(" ")
      : text.replace(/^\d+/, (digits) => grouped(digits));
  return { words: ordinal.words, text, prose, kind: "ordinal" };
}

/** Words before which `point` is the noun: `at this point two of us left`. */
const POINT_NOUN = new Set(
  "this that the a an my your his her our their some any what which one each every good main first second third last next starting turning to".split(
    " ",
  ),
);

export function readPoint(words: Words, at: number): Written | null {
  if (words[at] === "point" && POINT_NOUN.has(words[at - 1] ?? "")) return null;
  const { words: signWords, value: sign } = signAt(words, at) ?? { words: 0, value: "" };
  const decimal = readDecimal(words, at + signWords);
  if (!decimal) return null;
  const [text, prose] = [sign + decimal.text, sign + decimal.prose];
  return { words: signWords + decimal.words, text, prose, kind: "decimal" };
}

const DENOMINATORS: Readonly<Record<string, number>> = {
  ...counting(2, 1, "half third quarter/fourth fifth sixth seventh eighth ninth tenth"),
  twelfth: 12,
  sixteenth: 16,
  twentieth: 20,
  hundredth: 100,
};

/** `three quarters` → 3/4, `one and a half` → 1 1/2. */
export function readFraction(words: Words, at: number): Written | null {
  const whole = readCardinal(words, at);
  if (!whole || whole.article) return null;
  const and = at + whole.words;
  if (words[and] === "and") {
    const part = readPart(words, and + 1, true);
    if (part) return fraction(whole.words + 1 + part.words, `${whole.value} ${part.text}`);
  }
  const part = readPart(words, at, false);
  // `Six of one, half a dozen of the other`
  if (part && /^an?$/.test(words[at + part.words] ?? "")) return null;
  return part ? fraction(part.words, part.text) : null;
}

const HUNDRED = 100n;

/** `fifty fifty` → 50-50, `an eighty twenty split` → 80-20. */
export function readSplit(words: Words, at: number): Written | null {
  const [one, other] = [TENS[words[at] ?? ""], TENS[words[at + 1] ?? ""]];
  if (one === undefined || other === undefined || BigInt(one + other) !== HUNDRED) return null;
  if (one !== other && !/^(?:split|rule|ratio)$/.test(words[at + 2] ?? "")) return null;
  if (isNumberWord(words[at - 1]) || isNumberWord(words[at + 2])) return null;
  return { words: 2, text: `${one}-${other}`, kind: "letters" };
}

function fraction(words: number, text: string): Written {
  return { words, text, kind: "fraction" };
}

/** `Two and three quarter inches` */
const PARTED = /^(?:inch|mile|cup|pound|hour|acre|yard|ounce|teaspoon|tablespoon)(?:e?s)?$|^f(?:oo|ee)t$/;

function readPart(words: Words, at: number, mixed: boolean): { words: number; text: string } | null {
  const article = mixed && words[at] === "a";
  const count = article ? { words: 1, value: 1n } : readCardinal(words, at);
  if (!count || count.value === 0n || count.value > 99n) return null;
  const word = words[at + count.words] ?? "";
  const isSingular = count.value === 1n || (mixed && PARTED.test(words[at + count.words + 1] ?? ""));
  const denominator = DENOMINATORS[(isSingular ? word : singularOf(word)) ?? ""];
  return denominator === undefined ? null : { words: count.words + 1, text: `${count.value}/${denominator}` };
}

function singularOf(plural: string): string | undefined {
  if (plural === "halves") return "half";
  return plural.endsWith("s") ? plural.slice(0, -1) : undefined;
}
