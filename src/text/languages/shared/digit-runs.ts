/** Runs of digits: telephone numbers, and shorter ones such as codes, where each digit is said. */
import type { Written } from "../../words/language-rules.ts";
import type { CardinalReader } from "./number-readers.ts";
import { phraseLength, type Reader, type Words } from "./readers.ts";

export interface DigitRunWords {
  cardinal: CardinalReader;
  digits: Readonly<Record<string, number>>;
  /** Words that are digits after digits only: Brazilian `meia`. */
  extra: Readonly<Record<string, number>>;
  plus: readonly string[];
  /** Numbers below this may stand in a telephone number: 100 for pairs, 1000 for groups of three. */
  elementsBelow: bigint;
  /** National telephone numbers that start with neither zero nor plus, and may be said partly in groups. */
  national: RegExp | null;
  /** Whether three digits with a zero among them are a number: house 302. */
  shortRuns?: boolean;
  /** Shorter numbers to call that are said one by one too: 112. */
  short?: ReadonlySet<string>;
  /** Groups the digits of a national telephone number, and of one after a country code where that differs. */
  layout: (digits: string) => string;
  layoutAbroad?: (digits: string) => string;
  /** The country's own code, where it would be one number with the first of those after it: `artı doksan beş yüz …`. */
  country?: { said: string; code: string; digits: number };
  /** Between a country code and the number: a space by default. */
  codeGap?: string;
}

/** Digits that must precede an extra word, and where others must follow one that is the first. */
const DIGITS_BEFORE_EXTRA = 2;
const DIGITS_BEHIND = [1, 2, 3];
const MOST_ELEMENTS = 24;
/** Shorter runs are counting: one, two, three. */
const LEAST_DIGITS = 4;
/** Subscriber numbers have seven digits and more; E.164 allows fifteen in all. */
const LEAST_TELEPHONE_DIGITS = 7;
const MOST_TELEPHONE_DIGITS = 15;

interface Run {
  words: number;
  digits: string;
  /** Whether each digit was said by itself. */
  single: boolean;
  /** Whether one was, at least. */
  someSingle: boolean;
  /** How many numbers and figures were said. */
  elements: number;
  /** Whether all were written in groups, which keep their spaces. */
  grouped: boolean;
}

export function digitRunReader(language: DigitRunWords): Reader {
  const { shortRuns = false, short = new Set<string>() } = language;
  const plusLength = phraseLength(language.plus);
  return (words, at) => {
    const plus = plusLength(words, at);
    const run =
      (plus > 0 ? readOwnCode(words, at + plus, language) : null) ?? readRun(words, at + plus, language);
    // `PT50 0002 0123 1234 5678 9015 4`
    const isBehind = /^\d/.test(words[at] ?? "") && /^\p{L}*\d{2,}$/u.test(words[at - 1] ?? "");
    if (!run || isBehind || (run.grouped && plus === 0)) return null;
    const { digits, single, someSingle } = run;
    const telephone = digits.length >= LEAST_TELEPHONE_DIGITS && digits.length <= MOST_TELEPHONE_DIGITS;
    if (
      telephone &&
      (plus > 0 || single || digits.startsWith("0") || (someSingle && language.national?.test(digits)))
    ) {
      return runOf(
        plus + run.words,
        plus > 0 ? international(digits, language) : language.layout(digits),
        "telephone",
      );
    }
    const least = shortRuns && digits.includes("0") ? LEAST_DIGITS - 1 : LEAST_DIGITS;
    const isLong = digits.length >= least || short.has(digits);
    // `Łożysko sześćdziesiąt dwa zero cztery`, more than an hour and its minutes.
    const isCode = run.elements === 3 && /^(?:2[5-9]|[3-9]\d)0\d$/.test(digits);
    return plus === 0 && (isCode || (single && isLong)) ? runOf(run.words, digits, "cardinal") : null;
  };
}

/** A number of the usual length after the code of the country. */
function readOwnCode(words: Words, at: number, language: DigitRunWords): Run | null {
  const { country } = language;
  const run = country && words[at] === country.said ? readRun(words, at + 1, language) : null;
  if (!country || run?.digits.length !== country.digits) return null;
  return { ...run, words: run.words + 1, digits: country.code + run.digits };
}

function international(
  digits: string,
  { layout, layoutAbroad = layout, codeGap = " " }: DigitRunWords,
): string {
  const [code, rest] = splitCountryCode(digits);
  return `+${code}${codeGap}${layoutAbroad(rest)}`;
}

function runOf(words: number, text: string, kind: "telephone" | "cardinal"): Written {
  return { words, text, kind };
}

function readRun(
  words: Words,
  at: number,
  { cardinal, digits, extra, elementsBelow }: DigitRunWords,
): Run | null {
  const run: Run = { words: 0, digits: "", single: true, someSingle: false, elements: 0, grouped: true };
  for (let element = 0; element < MOST_ELEMENTS; element++) {
    const word = words[at + run.words] ?? "";
    const number = cardinal(words, at + run.words);
    // `Meia um nove nove …`
    const isDigit = (next: number) =>
      (digits[words[at + next] ?? ""] ?? extra[words[at + next] ?? ""]) !== undefined;
    const opens = run.words === 0 && extra[word] !== undefined && DIGITS_BEHIND.every(isDigit);
    const among = run.digits.length >= DIGITS_BEFORE_EXTRA || opens ? extra[word] : undefined;
    const several = number && number.words > 1;
    const digit = several ? (number.value < 10n ? Number(number.value) : undefined) : (digits[word] ?? among);
    const written = /^\d{1,4}$/.test(word);
    if (digit === undefined && !written && (!number || number.value >= elementsBelow)) break;
    if (digit === undefined) run.single = false;
    if (!written || word.length === 1) run.grouped = false;
    run.elements += 1;
    if (digit !== undefined || /^\d$/.test(word)) run.someSingle = true;
    run.digits += written ? word : String(digit ?? number?.value ?? "");
    run.words += (digit === undefined || several) && !written ? (number?.words ?? 1) : 1;
  }
  return run.words < 2 ? null : run;
}

/** A digit by its word, or where it takes several: the characters of Thai. */
function digitAt(
  words: Words,
  at: number,
  { cardinal, digits }: Pick<DigitRunWords, "cardinal" | "digits">,
): { words: number; value: number } | null {
  const digit = digits[words[at] ?? ""];
  if (digit !== undefined) return { words: 1, value: digit };
  const number = cardinal(words, at);
  return number && number.words > 1 && number.value < 10n
    ? { words: number.words, value: Number(number.value) }
    : null;
}

/** Numbers of houses, rooms and the like after their name: `flat number three zero two`, `number five`. */
export function numberedReader(
  { cardinal, digits }: Pick<DigitRunWords, "cardinal" | "digits">,
  names: readonly string[],
  gap = " ",
): Reader {
  const nameLength = phraseLength(names);
  return (words, at) => {
    const name = nameLength(words, at);
    if (name === 0) return null;
    let [text, length] = ["", 0];
    while (text.length < MOST_ELEMENTS) {
      const digit = digitAt(words, at + name + length, { cardinal, digits });
      if (!digit) break;
      text += digit.value;
      length += digit.words;
    }
    const number = cardinal(words, at + name);
    const isLonger = number !== null && number.words > length;
    if (isLonger) length = number.words;
    if (length === 0) return null;
    const written = isLonger ? String(number.value) : text;
    const whole = `${words.slice(at, at + name).join(gap)} ${written}`;
    return { words: name + length, text: whole, kind: "cardinal" };
  };
}

/**
 * Layouts of telephone numbers, of which the first that fits is taken: `0[1-9]# *`, in which `#` is any digit and `*` are all
 * that are left. A number that fits none stays as it is.
 */
export function telephoneLayout(layouts: readonly string[]): (digits: string) => string {
  const known = layouts.map((layout) => {
    const groups = layout.match(/(?:\[[^\]]+\]|[#*\d])+/g) ?? [];
    const pattern = groups.map((group) => `(${group.replaceAll("#", "\\d").replace("*", "\\d+")})`).join("");
    let place = 0;
    const written = layout.replace(/(?:\[[^\]]+\]|[#*\d])+/g, () => `$${++place}`);
    return { digits: new RegExp(`^${pattern}$`), written };
  });
  return (run) => {
    const layout = known.find(({ digits }) => digits.test(run));
    return layout ? run.replace(layout.digits, layout.written) : run;
  };
}

/** Two-digit country calling codes among those of one to three digits (ITU-T E.164, list of assigned codes). */
const TWO_DIGIT_CODES = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** Splits an international number into country code and the rest. */
export function splitCountryCode(digits: string): [code: string, rest: string] {
  const length = /^[17]/.test(digits) ? 1 : TWO_DIGIT_CODES.test(digits) ? 2 : 3;
  return [digits.slice(0, length), digits.slice(length)];
}
