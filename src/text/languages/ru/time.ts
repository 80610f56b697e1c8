/** Russian times of day: `пятнадцать часов тридцать минут`, `половина четвёртого`, `без четверти пять`. */
import type { Written } from "../../words/language-rules.ts";
import { type Count, countReader, hourBefore, twoDigits } from "../shared/clock.ts";
import type { Reader, Words } from "../shared/readers.ts";
import type { SpelledNumbers } from "../shared/spelled/numbers.ts";

const HOUR_WORD = /^час(?:а|ов|у|ам|ами|ах|ом)?$/;
const MINUTE_WORD = /^минут(?:а|ы|у|ам|ами|ах)?$/;
/** Words before two numbers that make them a time of day: `в пятнадцать тридцать`. */
const TIME_BEFORE = new Set(["в", "к", "с", "до", "на", "около", "после"]);

export function timeReader(numbers: SpelledNumbers): Reader {
  const clock = new RussianClock(numbers);
  return (words, at) => clock.read(words, at);
}

class RussianClock {
  readonly #number;
  readonly #ordinal;
  readonly #cardinal;

  constructor({ cardinal, properOrdinal }: SpelledNumbers) {
    this.#number = countReader(cardinal);
    this.#ordinal = properOrdinal;
    this.#cardinal = cardinal;
  }

  read(words: Words, at: number): Written | null {
    return (
      this.#readHours(words, at) ??
      this.#readBefore(words, at) ??
      this.#readOfHour(words, at) ??
      this.#readBare(words, at)
    );
  }

  /** `пятнадцать часов тридцать минут`. */
  #readHours(words: Words, at: number): Written | null {
    const hour = this.#number(words, at, 24);
    if (!hour || !HOUR_WORD.test(words[at + hour.words] ?? "")) return null;
    const and = words[at + hour.words + 1] === "и" ? 1 : 0;
    const start = at + hour.words + 1 + and;
    const minute = this.#number(words, start, 59);
    if (!minute) return null;
    const zero = minute.value === 0 ? this.#number(words, start + minute.words, 9) : null;
    const end = start + minute.words + (zero?.words ?? 0);
    const named = MINUTE_WORD.test(words[end] ?? "") ? 1 : 0;
    if (!named && (and > 0 || (minute.value < 10 && !zero))) return null;
    return timeOf(end + named - at, hour.value, zero?.value ?? minute.value);
  }

  /** `без четверти пять`, `без десяти пять`. */
  #readBefore(words: Words, at: number): Written | null {
    if (words[at] !== "без") return null;
    const less = words[at + 1] === "четверти" ? { words: 1, value: 15 } : this.#number(words, at + 1, 29);
    if (!less || less.value === 0) return null;
    const named = MINUTE_WORD.test(words[at + 1 + less.words] ?? "") ? 1 : 0;
    const hourAt = at + 1 + less.words + named;
    const hour = words[hourAt] === "час" ? { words: 1, value: 1 } : this.#number(words, hourAt, 24);
    if (!hour || hour.value === 0) return null;
    const word = words[hourAt] !== "час" && HOUR_WORD.test(words[hourAt + hour.words] ?? "") ? 1 : 0;
    return timeOf(hourAt + hour.words + word - at, hourBefore(hour.value), 60 - less.value);
  }

  /** Parts of the hour that is under way: `половина четвёртого`, `десять минут пятого`. */
  #readOfHour(words: Words, at: number): Written | null {
    const part = this.#partOfHour(words, at);
    const hour = part ? this.#ordinal(words, at + part.words) : null;
    if (!part || !hour || hour.value < 1n || hour.value > 12n || !/его$|ого$/.test(hour.last)) return null;
    return timeOf(part.words + hour.words, hourBefore(Number(hour.value)), part.value);
  }

  #partOfHour(words: Words, at: number): Count | null {
    const word = words[at] ?? "";
    if (/^(?:половина|половине|половину|пол)$/.test(word)) return { words: 1, value: 30 };
    if (/^четверт(?:ь|и)$/.test(word)) return { words: 1, value: 15 };
    const minute = this.#number(words, at, 59);
    if (!minute || minute.value === 0 || !MINUTE_WORD.test(words[at + minute.words] ?? "")) return null;
    return { words: minute.words + 1, value: minute.value };
  }

  #readBare(words: Words, at: number): Written | null {
    if (!TIME_BEFORE.has(words[at - 1] ?? "")) return null;
    const hour = this.#number(words, at, 24);
    const first = hour && this.#number(words, at + hour.words, 59);
    if (!hour || !first) return null;
    const zero = first.value === 0 ? this.#number(words, at + hour.words + first.words, 9) : null;
    const minute = zero ?? first;
    if (!zero && minute.value < 10 && minute.value !== 0) return null;
    const length = hour.words + first.words + (zero?.words ?? 0);
    // A number that continues is no minute.
    return this.#cardinal(words, at + length) ? null : timeOf(length, hour.value, minute.value);
  }
}

function timeOf(words: number, hour: number, minute: number): Written {
  return {
    words,
    text: `${twoDigits(hour)}:${twoDigits(minute)}`,
    prose: `${hour}:${twoDigits(minute)}`,
    kind: "time",
  };
}
