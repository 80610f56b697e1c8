/** Times of day in French, Spanish, Portuguese and Italian: hour first, then minutes to add or to take away. */
import type { Written } from "../../words/language-rules.ts";
import type { ClockTable } from "./language-table.ts";
import type { Notation } from "./notation.ts";
import type { CardinalReader } from "./number-readers.ts";
import { alternatives, list, phraseLength, phrases, type Reader, type Words } from "./readers.ts";

interface Moment {
  words: number;
  hour: number;
  minute: number | null;
  /** Whether the hour precedes the one that was said. */
  back?: boolean;
  /** How many of the words say that it is sharp. */
  sharp?: number;
}

/** A number of hours or minutes. */
export interface Count {
  words: number;
  value: number;
}

const HOURS = 24;
const MINUTES = 60;
/** Nobody says fewer minutes to the hour; `um para o outro` is no time. */
const FEWEST = 5;

export function clockReader(
  table: ClockTable,
  notation: Notation,
  cardinal: CardinalReader,
  colon: string,
): Reader {
  const parser = new ClockParser(table, notation, cardinal, colon);
  return (words, at) => parser.read(words, at);
}

const AGREEING = /^(?:es|era|son|eran|serán?)$/;

const BEFORE_ONE = /^(?:à|vers|dès|est|jusqu'à|avant|après|entre)$/;

/** Of hours; other halves are of numbers. */
const FEMININE_PART = /^(?:media|meia|mezza|demie|cuarto|quarto|quart)$/;

class ClockParser {
  readonly #table: ClockTable;
  readonly #colon: string;
  readonly #article;
  readonly #hours;
  readonly #and;
  readonly #minus;
  readonly #minuteWord;
  readonly #part;
  readonly #named;
  readonly #namedAfter;
  readonly #toward;
  readonly #dayPart;
  readonly #sharp;
  readonly #half;
  readonly #count;

  constructor(table: ClockTable, notation: Notation, cardinal: CardinalReader, colon: string) {
    const lengthOf = (text: string | undefined) => phraseLength(notation.phrases(text));
    this.#table = table;
    this.#colon = colon;
    this.#article = lengthOf(table.articles);
    this.#hours = lengthOf(table.hours);
    this.#and = lengthOf(table.and);
    this.#minus = lengthOf(table.minus);
    this.#minuteWord = lengthOf(table.minutes);
    this.#part = phrases(alternatives(notation.numbers(table.parts)));
    this.#named = phrases(alternatives(notation.numbers(table.named)));
    this.#namedAfter = new Set(list(table.namedAfter ?? ""));
    this.#toward = lengthOf(table.toward);
    this.#dayPart = lengthOf(table.dayParts);
    this.#sharp = lengthOf(table.sharp);
    this.#half = phrases(alternatives(table.halves ?? {}));
    this.#count = countReader(cardinal);
  }

  read(words: Words, at: number): Written | null {
    const { every } = this.#table;
    const article = this.#article(words, at);
    if (article === 0 && !this.#named(words, at) && !this.#minutes(words, at, true)) return null;
    if (every !== undefined && words.slice(Math.max(0, at - 2), at).join(" ") === every) return null;
    const moment =
      this.#moment(words, at + article, article > 0) ?? (article === 0 ? this.#towards(words, at) : null);
    if (!moment) return article === 0 ? this.#unmarked(words, at) : null;
    // `Une heure plus tard`
    const isOne = words.length > moment.words && article === 0 && moment.hour === 1 && moment.minute === null;
    if (isOne && !BEFORE_ONE.test(words[at - 1] ?? "")) return null;
    const said = words.slice(at, at + article);
    const named = this.#articleOf(said, moment);
    // `Es la una menos diez`: the verb would no longer agree.
    if (article > 0 && AGREEING.test(words[at - 1] ?? "") && named.join() !== said.join()) return null;
    const length = article + moment.words;
    const half = this.#half(words, at + length);
    const time = this.#write(moment.hour, moment.minute ?? (half ? 0 : null));
    const text = [...named, time, ...(half ? [half.value] : [])].join(" ");
    const sharp = words.slice(at + length - (moment.sharp ?? 0), at + length);
    // `A mezzogiorno e mezza`
    const isKept = this.#named(words, at) !== null && this.#namedAfter.has(words[at - 1] ?? "");
    const prose = isKept ? words.slice(at, at + length) : moment.sharp ? [text, ...sharp] : null;
    return {
      words: length + (half?.words ?? 0),
      text,
      ...(prose && { prose: prose.join(" ") }),
      kind: "time",
    };
  }

  /** `De nueve y media a once y cuarto`: neither 9,5 nor surely a time. */
  #unmarked(words: Words, at: number): Written | null {
    const hour = this.#hour(words, at);
    const and = hour ? this.#and(words, at + hour.words) : 0;
    const part = hour && and > 0 ? this.#part(words, at + hour.words + and) : null;
    const end = at + (hour?.words ?? 0) + and + (part?.words ?? 0);
    if (!part || !FEMININE_PART.test(words[end - 1] ?? "")) return null;
    return { words: end - at, text: words.slice(at, end).join(" "), kind: "time" };
  }

  #write(hour: number, minute: number | null): string {
    const { hourSign } = this.#table;
    if (minute === null && hourSign !== undefined) return hour + hourSign;
    return hour + this.#colon + twoDigits(minute ?? 0);
  }

  /** `las dos menos veinte` is `la 1:40`, `cuarto para las dos` is `la 1:45`. */
  #articleOf(said: Words, { hour, back = false }: Moment): Words {
    const { articleOf } = this.#table;
    return back && articleOf ? [articleOf[hour === 1 ? 0 : 1]] : said;
  }

  #moment(words: Words, at: number, afterArticle: boolean): Moment | null {
    const named = this.#named(words, at);
    const hour = named ? null : this.#hour(words, at);
    if (!named && !hour) return null;
    const hourWord = hour ? this.#hours(words, at + hour.words) : 0;
    const told = afterArticle || hourWord > 0;
    if (hour && !told) return this.#inDayPart(words, at, hour);
    const base = named ?? hour ?? { words: 0, value: 0 };
    const length = base.words + hourWord;
    const clear = hourWord > 0;
    // `Tardamos una hora y media`
    const lasts = hourWord > 0 && !afterArticle && !this.#table.bareHours;
    const and = this.#and(words, at + length);
    if (lasts && and > 0 && (base.value === 1 || this.#part(words, at + length + and))) return null;
    return (
      this.#withMinutes(words, at, base.value, length, clear) ??
      (named ? null : this.#bare(words, at, base.value, length, { afterArticle, hourWord: hourWord > 0 }))
    );
  }

  /** `dos y media de la tarde`, `dodici e trenta minuti`: the words after it show that it is a time. */
  #inDayPart(words: Words, at: number, hour: Count): Moment | null {
    const moment = this.#withMinutes(words, at, hour.value, hour.words, false);
    if (!moment) return null;
    const end = at + moment.words;
    const told = this.#dayPart(words, end) > 0 || this.#half(words, end) !== null;
    return told || this.#namesMinutes(words, at + hour.words, end) ? { ...moment, back: false } : null;
  }

  /** `dodici e trenta minuti`. */
  #namesMinutes(words: Words, at: number, end: number): boolean {
    return this.#and(words, at) > 0 && this.#minuteWord(words, end - 1) > 0;
  }

  #withMinutes(words: Words, at: number, hour: number, length: number, clear: boolean): Moment | null {
    const minus = this.#minus(words, at + length);
    if (minus > 0) {
      const less = this.#minutes(words, at + length + minus, true);
      if (!less || less.value === 0 || less.value >= MINUTES) return null;
      return {
        words: length + minus + less.words,
        hour: hour === 1 ? 12 : (hour + HOURS - 1) % HOURS,
        minute: MINUTES - less.value,
        back: true,
      };
    }
    const and = this.#and(words, at + length);
    const more = this.#minutes(words, at + length + and, and > 0);
    if (!more || more.value >= MINUTES) return null;
    // `Dieci pezzi alle nove e venti alle undici`: the number belongs to the next hour.
    const end = at + length + and + more.words;
    const isOfNext = [1, 2].some((lead) => said(words, at - lead, at) === said(words, end, end + lead));
    if (isOfNext && this.#part(words, at + length + and) === null) return null;
    // `Entre huit heures et dix heures`
    if (this.#hours(words, end) > 0) return null;
    // Without a word for minutes, less than ten is another number: `las dos y tres amigas`, `sept heures et six unités`; one is an article.
    const isOther = more.value === 1 || (and > 0 ? more.value !== FEWEST : !clear);
    // `Às dezassete e oito`: no hour of the afternoon is counted with.
    if (isOther && more.words === 1 && more.value < 10 && hour <= HOURS / 2) return null;
    return { words: length + and + more.words, hour, minute: more.value };
  }

  /** An hour alone needs a sign that it is one. */
  #bare(
    words: Words,
    at: number,
    hour: number,
    length: number,
    { afterArticle, hourWord }: { afterArticle: boolean; hourWord: boolean },
  ): Moment | null {
    const sharp = this.#sharp(words, at + length);
    if (sharp > 0) return { words: length + sharp, hour, minute: 0, sharp };
    if (hourWord && (this.#table.bareHours || afterArticle)) return { words: length, hour, minute: null };
    const told = this.#dayPart(words, at + length) > 0 || this.#half(words, at + length) !== null;
    if (afterArticle && told) return { words: length, hour, minute: null };
    return null;
  }

  /** `diez para las tres`. */
  #towards(words: Words, at: number): Moment | null {
    const less = this.#minutes(words, at, true);
    const toward = less ? this.#toward(words, at + less.words) : 0;
    // `Faltan diez para las ocho`, `al veinte para las ocho`
    const isRange = /^(?:falta[mn]?|al)$/.test(words[at - 1] ?? "") || this.#and(words, at - 1) > 0;
    const isOther = !less || less.value % FEWEST > 0 || isRange;
    if (isOther || toward === 0 || less.value < FEWEST || less.value >= 30) return null;
    const hourAt = at + less.words + toward;
    const hour = this.#hour(words, hourAt) ?? this.#named(words, hourAt);
    if (!hour) return null;
    const length = less.words + toward + hour.words + this.#hours(words, hourAt + hour.words);
    const before = hour.value === 1 ? 12 : (hour.value + HOURS - 1) % HOURS;
    return { words: length, hour: before, minute: MINUTES - less.value, back: true };
  }

  #hour(words: Words, at: number): Count | null {
    const number = this.#count(words, at, HOURS);
    return number && number.value <= HOURS ? number : null;
  }

  /** Count as a number, `cero cinco` too, or as a part of the hour. */
  #minutes(words: Words, at: number, parts: boolean): Count | null {
    const part = this.#part(words, at);
    // `Une heure trois quarts` has more than three minutes; but `à six heures un quart d'heure plus tard`.
    if (part && (parts || part.words > 1) && words[at + part.words] !== "d'heure") return part;
    let number = this.#count(words, at, 99);
    if (!number) return null;
    if (number.value === 0) {
      const unit = this.#count(words, at + number.words, 9);
      if (unit && unit.value > 0 && unit.value < 10)
        number = { words: number.words + unit.words, value: unit.value };
    }
    return { words: number.words + this.#minuteWord(words, at + number.words), value: number.value };
  }
}

/** Two words, or one, that are there; else something that nothing equals. */
const said = (words: Words, from: number, to: number) =>
  from < 0 || to > words.length ? Number.NaN : words.slice(from, to).join(" ");

/** A number in words up to `most`, or of one or two digits whatever their value. */
export function countReader(
  cardinal: CardinalReader,
): (words: Words, at: number, most: number) => Count | null {
  return (words, at, most) => {
    if (/^\d{1,2}$/.test(words[at] ?? "")) return { words: 1, value: Number(words[at]) };
    const number = cardinal(words, at);
    return number && number.value <= BigInt(most)
      ? { words: number.words, value: Number(number.value) }
      : null;
  };
}

/** On a twelve-hour clock. */
export function hourBefore(hour: number): number {
  return hour === 1 ? 12 : hour - 1;
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
