/** Dates: day, month and year in this order, with the language's words between them. */
import type { Written } from "../../formatting/language-rules.ts";
import type { CardinalReader } from "./cardinals.ts";
import { phraseLength, phrases, type Reader, type Words } from "./readers.ts";

export interface Numbered {
  words: number;
  value: bigint;
}

type NumberReader = (words: Words, at: number) => Numbered | null;

export interface DateWords {
  /** Spoken month → how it is written; two where the bare form is an abbreviation. */
  months: Readonly<Record<string, { text: string; prose: string }>>;
  /** The number of the day with its sign: `12.`, `1er`. */
  day: (words: Words, at: number) => { words: number; value: bigint; text: string; prose?: string } | null;
  year: NumberReader;
  /** May stand between day and month, month and year, and stay: `de`. */
  between: readonly string[];
  betweenYear: readonly string[];
  /** After a year: `vor christus` → `v. Chr.`. */
  eras: Readonly<Record<string, string>>;
}

const LAST_DAY = 31n;

export function dateReader(language: DateWords): Reader {
  const findMonth = phrases(Object.entries(language.months));
  const betweenLength = phraseLength(language.between);
  const betweenYearLength = phraseLength(language.betweenYear);
  const findEra = phrases(Object.entries(language.eras));

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

/** A year with its era: `fünfzig vor christus`. */
export function eraReader(cardinal: CardinalReader, eras: Readonly<Record<string, string>>): Reader {
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

/** Years of the last and next centuries, said as a number or, where the language does so, in two halves. */
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

/** Months by their names, in order, as they are spoken and written alike. */
export function plainMonths(names: readonly string[]): Record<string, { text: string; prose: string }> {
  return Object.fromEntries(names.map((name) => [name, { text: name, prose: name }]));
}
