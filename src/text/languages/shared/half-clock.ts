/** Times of day in German and Dutch: minutes around an hour or around the half before it, `fünf vor halb vier`, `kwart over drie`. */
import type { Written } from "../../words/language-rules.ts";
import { type Count, countReader, hourBefore, twoDigits } from "./clock.ts";
import type { HalfClockTable } from "./language-table.ts";
import type { CardinalReader } from "./number-readers.ts";
import {
  alternatives,
  list,
  type Phrases,
  phraseLength,
  phrases,
  type Reader,
  type Words,
} from "./readers.ts";

const DAY_MINUTES = 24 * 60;

export function halfClockReader(table: HalfClockTable, cardinal: CardinalReader): Reader {
  const clock = new HalfClock(table, cardinal);
  return (words, at) => clock.read(words, at);
}

class HalfClock {
  readonly #table: HalfClockTable;
  readonly #number;
  readonly #part: Phrases<number>;
  readonly #minutes;
  readonly #seconds;
  readonly #before: ReadonlySet<string>;
  readonly #articles: ReadonlySet<string>;
  readonly #noMinutes: ReadonlySet<string>;

  constructor(table: HalfClockTable, cardinal: CardinalReader) {
    this.#table = table;
    this.#number = countReader(cardinal);
    this.#part = phrases(alternatives(table.parts));
    this.#minutes = phraseLength(table.minutes.split("/"));
    this.#seconds = phraseLength(table.seconds?.split("/") ?? []);
    this.#before = new Set(list(table.timeAfter));
    this.#articles = new Set(list(table.articles ?? ""));
    this.#noMinutes = new Set(list(table.noMinutes));
  }

  read(words: Words, at: number): Written | null {
    return this.#readHours(words, at) ?? this.#readRelative(words, at);
  }

  /** `acht uhr`, `drie uur dertig`, `acht uhr dreißig minuten und zehn sekunden`. */
  #readHours(words: Words, at: number): Written | null {
    const hour = this.#number(words, at, 24);
    if (!hour || words[at + hour.words] !== this.#table.hours) return null;
    const length = hour.words + 1;
    const minute = this.#counted(words, at + length, this.#minutes);
    if (!minute) return { words: length, text: `${hour.value} ${this.#table.sign}`, kind: "time" };
    const and = this.#and(words, at + length + minute.words);
    const second = this.#counted(words, at + length + minute.words + and, this.#seconds);
    const seconds = second?.named ? `:${twoDigits(second.value)}` : "";
    const all = length + minute.words + (second?.named ? and + second.words : 0);
    return this.#written(all, hour.value, `${twoDigits(minute.value)}${seconds} ${this.#table.sign}`);
  }

  /** A number, `null fünf` too, and its unit; after `und` it needs one. */
  #counted(words: Words, at: number, unit: (words: Words, at: number) => number) {
    const and = this.#and(words, at);
    const read = this.#number(words, at + and, 59);
    const ones = read?.value === 0 ? this.#number(words, at + and + read.words, 9) : null;
    if (!read || (read.value === 0 && !ones && !this.#table.formal)) return null;
    const length = and + read.words + (ones?.words ?? 0);
    const named = unit(words, at + length);
    // `Um acht Uhr eine Besprechung`
    if (named === 0 && this.#noMinutes.has(words[at + and] ?? "")) return null;
    if (and > 0 && named === 0) return null;
    return { words: length + named, value: ones?.value ?? read.value, named: named > 0 };
  }

  #and(words: Words, at: number): number {
    return words[at] !== undefined && words[at] === this.#table.and ? 1 : 0;
  }

  #readRelative(words: Words, at: number): Written | null {
    const found = this.#partOfHour(words, at) ?? this.#aroundHour(words, at);
    if (!found) return null;
    const { hours, sign, formal } = this.#table;
    const said = words[at + found.words] === hours;
    const moment = (found.value + DAY_MINUTES) % DAY_MINUTES;
    const end = said || formal ? ` ${sign}` : "";
    return this.#written(
      found.words + (said ? 1 : 0),
      Math.floor(moment / 60),
      `${twoDigits(moment % 60)}${end}`,
    );
  }

  /** Minutes since midnight of `half vier`, `dreiviertel vier`; `viertel vier` in the south and east of Germany. */
  #partOfHour(words: Words, at: number): Count | null {
    const part = this.#part(words, at);
    const hour = part && this.#clockHour(words, at + part.words);
    return hour && { words: part.words + hour.words, value: hourBefore(hour.value) * 60 + part.value };
  }

  /** `viertel nach drei`, `tien voor acht`, `fünf nach halb neun`. */
  #aroundHour(words: Words, at: number): Count | null {
    const { quarter, before, after, half, hours, aloneToo } = this.#table;
    const isQuarter = words[at] === quarter;
    const minute = isQuarter ? { words: 1, value: 15 } : this.#number(words, at, 29);
    if (!minute || minute.value === 0) return null;
    const sideAt = at + minute.words + this.#minutes(words, at + minute.words);
    const side = { [before]: -1, [after]: 1 }[words[sideAt] ?? ""];
    if (side === undefined) return null;
    const isHalf = words[sideAt + 1] === half;
    const base = isHalf ? this.#partOfHour(words, sideAt + 1) : this.#wholeHour(words, sideAt + 1);
    if (!base) return null;
    const length = sideAt + 1 + base.words - at;
    const sure = isQuarter || isHalf || minute.value % 5 === 0 || this.#before.has(words[at - 1] ?? "");
    const isAll = aloneToo === true && at === 0 && length === words.length;
    if (!sure && words[at + length] !== hours && !isAll) return null;
    return { words: length, value: base.value + side * minute.value };
  }

  #wholeHour(words: Words, at: number): Count | null {
    const hour = this.#clockHour(words, at);
    return hour && { words: hour.words, value: hour.value * 60 };
  }

  #clockHour(words: Words, at: number): Count | null {
    const hour = this.#number(words, at, this.#table.lastHour);
    return hour && hour.value > 0 && !this.#articles.has(words[at] ?? "") ? hour : null;
  }

  /** The bare form has two digits for the hour where the table is formal. */
  #written(words: number, hour: number, end: string): Written {
    const text = `${this.#table.formal ? twoDigits(hour) : hour}:${end}`;
    return { words, text, prose: `${hour}:${end}`, kind: "time" };
  }
}
