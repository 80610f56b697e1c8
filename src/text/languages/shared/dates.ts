/** Dates with day, month and year in this order, centuries, eras and ordinals. */
import type { Written } from "../../words/language-rules.ts";
import type { CalendarTable } from "./language-table.ts";
import type { Notation } from "./notation.ts";
import type { CardinalReader, OrdinalReader } from "./number-readers.ts";
import { list, phraseLength, phrases, type Reader, type Words } from "./readers.ts";
import { roman } from "./roman.ts";
import type { SpelledNumbers } from "./spelled/numbers.ts";

interface Numbered {
  words: number;
  value: bigint;
  last?: string;
}

type NumberReader = (words: Words, at: number) => Numbered | null;

export interface DateWords {
  /** Spoken month → how it is written; two where the bare form is an abbreviation. */
  months: Readonly<Record<string, { text: string; prose: string }>>;
  /** The number of the day with its sign: `12.`, `1er`. */
  day: (words: Words, at: number) => { words: number; value: bigint; text: string; prose?: string } | null;
  year: NumberReader;
  /** Optional words between day and month, month and year, which stay: `de`. */
  between?: readonly string[];
  betweenYear?: readonly string[];
  /** After a year: `vor christus` → `v. Chr.`. */
  eras?: Readonly<Record<string, string>>;
}

const LAST_DAY = 31n;
const LAST_CENTURY = 39n;

export function dateReader(language: DateWords): Reader {
  const findMonth = phrases(Object.entries(language.months));
  const betweenLength = phraseLength(language.between ?? []);
  const betweenYearLength = phraseLength(language.betweenYear ?? []);
  const findEra = phrases(Object.entries(language.eras ?? {}));

  function readYear(words: Words, at: number): { words: number; text: string } | null {
    const between = betweenYearLength(words, at);
    const year = language.year(words, at + between);
    if (!year) return null;
    const end = at + between + year.words;
    const era = findEra(words, end);
    const text = [...words.slice(at, at + between), year.value, ...(era ? [era.value] : [])].join(" ");
    return { words: between + year.words + (era?.words ?? 0), text: ` ${text}` };
  }

  return (words, at) => {
    const day = language.day(words, at);
    if (!day || day.value < 1n || day.value > LAST_DAY) return null;
    const between = betweenLength(words, at + day.words);
    const month = findMonth(words, at + day.words + between);
    if (!month) return null;
    const of = between === 0 ? " " : ` ${words.slice(at + day.words, at + day.words + between).join(" ")} `;
    const length = day.words + between + month.words;
    const year = readYear(words, at + length);
    const end = year?.text ?? "";
    return {
      words: length + (year?.words ?? 0),
      text: day.text + of + month.value.text + end,
      prose: (day.prose ?? day.text) + of + month.value.prose + end,
      kind: "date",
    };
  };
}

/** A day as a number; some languages have a word of their own for the first of a month: `primo` → `1º`. */
function dayReader(
  number: NumberReader,
  sign: string,
  firsts: Readonly<Record<string, { text: string; prose: string }>>,
): DateWords["day"] {
  return (words, at) => {
    const first = firsts[words[at] ?? ""];
    if (first !== undefined) return { words: 1, value: 1n, ...first };
    const day = number(words, at);
    return day && { ...day, text: `${day.value}${sign}` };
  };
}

/** `diciannovesimo secolo` → `XIX secolo`, `siglo diecinueve` → `siglo XIX`, `dix-neuvième siècle` → `XIXᵉ siècle`. */
function centuryReader(
  number: NumberReader,
  { name, stands, signs }: NonNullable<CalendarTable["century"]>,
): Reader {
  const signOf = signFinder(signs);
  const isName = new RegExp(`^(?:${name})$`, "u");
  return (words, at) => {
    const lead = stands === "before" ? 1 : 0;
    if (lead === 1 && !isName.test(words[at] ?? "")) return null;
    const found = number(words, at + lead);
    if (!found || found.value < 1n || found.value > LAST_CENTURY) return null;
    const numeral = roman(Number(found.value));
    if (lead === 1) return dateOf(1 + found.words, `${words[at]} ${numeral}`);
    const word = words[at + found.words] ?? "";
    const { text, prose } = signOf(found.last ?? "");
    const written = (sign: string) => `${numeral}${sign} ${word}`;
    return isName.test(word) ? dateOf(found.words + 1, written(text), written(prose)) : null;
  };
}

/** `lea=-lea *=.`: the sign of an ordinal by how it ends, and after another `=` that of a sentence. */
export function signFinder(text = ""): OrdinalSigns["sign"] {
  const signs = list(text).map((sign) => sign.split("="));
  return (last) => {
    const [, bare = "", prose = bare] =
      signs.find(([ending = ""]) => ending === "*" || last.endsWith(ending)) ?? [];
    return { text: bare, prose };
  };
}

interface OrdinalSigns {
  /** The sign that goes with their last word. */
  sign: (last: string) => { text: string; prose: string };
  /** Smaller ones stay words; alone they may be labels: `4th`. */
  least: bigint;
  aloneToo: boolean;
  hours?: RegExp;
  parts: readonly string[];
  /** Sets thousands apart. */
  grouped: (digits: string) => string;
}

export function ordinalSignReader(
  ordinal: OrdinalReader,
  { sign, least, aloneToo, hours, parts, grouped }: OrdinalSigns,
): Reader {
  return (words, at) => {
    const found = ordinal(words, at);
    const isSmall = found !== null && found.value < least;
    if (!found || (isSmall && !(aloneToo && found.words === words.length))) return null;
    const before = words[at - 1] ?? "";
    // `Od dziewiątej do siedemnastej`: an hour is none of a row.
    if (hours?.test(`${before} ${found.last}`)) return null;
    // `Artykułu czterysta piętnastego`
    if (parts.includes(before)) return { words: found.words, text: String(found.value), kind: "cardinal" };
    // Indonesian `ke-N` holds the number.
    const signed = (form: string, digits: string) =>
      form.includes("N") ? form.replace("N", digits) : digits + form;
    const { text, prose } = sign(found.last);
    const digits = String(found.value);
    return {
      words: found.words,
      text: signed(text, digits),
      prose: isSmall ? words.join(" ") : signed(prose, grouped(digits)),
      kind: "ordinal",
    };
  };
}

/** A year in two halves after a word that a year follows: `in negentien tachtig`. */
function splitYearReader(cardinal: CardinalReader, wordsBefore: readonly string[]): Reader {
  const year = yearReader(cardinal, "halves");
  const before = new Set(wordsBefore);
  return (words, at) => {
    const plain = cardinal(words, at);
    const found = year(words, at);
    if (!plain || !found || found.words <= plain.words || !before.has(words[at - 1] ?? "")) return null;
    return dateOf(found.words, String(found.value));
  };
}

/** A year with its era: `fünfzig vor christus`. */
function eraReader(cardinal: CardinalReader, eras: Readonly<Record<string, string>>): Reader {
  const findEra = phrases(Object.entries(eras));
  return (words, at) => {
    const year = cardinal(words, at);
    const era = year && findEra(words, at + year.words);
    return era ? dateOf(year.words + era.words, `${year.value} ${era.value}`) : null;
  };
}

export function dateOf(words: number, text: string, prose = text): Written {
  return { words, text, prose, kind: "date" };
}

/** Years from 1000 to 2999, said as one number or, in some languages, in two halves. */
export function yearReader(cardinal: CardinalReader, halves: "halves" | "whole"): NumberReader {
  return (words, at) => {
    if (/^[12]\d{3}$/.test(words[at] ?? "")) return { words: 1, value: BigInt(words[at] ?? "") };
    const year = cardinal(words, at);
    if (!year || year.round) return null;
    if (year.value >= 1000n && year.value < 3000n) return year;
    if (halves === "whole" || year.value < 10n || year.value > 20n) return null;
    const rest = cardinal(words, at + year.words);
    if (!rest || rest.value < 10n || rest.value > 99n) return null;
    return { words: year.words + rest.words, value: year.value * 100n + rest.value };
  };
}

/** Dates by name, centuries, eras and years in two halves. */
export function calendarReaders(
  calendar: CalendarTable,
  { cardinal, properOrdinal: ordinal }: SpelledNumbers,
  notation: Notation,
): Reader[] {
  const { months, days = "cardinal", daySign = "", halves = false, halvesAfter, eras, century } = calendar;
  const either = (words: Words, at: number) => ordinal(words, at) ?? cardinal(words, at);
  const day = dayReader({ ordinal, cardinal, either }[days], daySign, notation.forms(calendar.first));
  const year = yearReader(cardinal, halves ? "halves" : "whole");
  const [between, betweenYear] = [notation.phrases(calendar.between), notation.phrases(calendar.betweenYear)];
  return [
    ...(months === undefined
      ? []
      : [dateReader({ months: notation.forms(months), day, year, between, betweenYear, eras })]),
    ...(century ? [centuryReader(century.stands === "before" ? either : ordinal, century)] : []),
    eraReader(cardinal, eras),
    ...(halvesAfter === undefined ? [] : [splitYearReader(cardinal, list(halvesAfter))]),
  ];
}
