/**
 * German times of day: `acht uhr dreißig`, `viertel nach drei`, `halb vier`, `fünf vor halb vier`. Written with two
 * digits each, as DIN 5008 has it.
 */
import type { Written } from "../../words/language-rules.ts";
import { type Count, countReader, hourBefore, twoDigits } from "../shared/clock.ts";
import type { CardinalReader } from "../shared/number-readers.ts";
import type { Reader, Words } from "../shared/readers.ts";

interface Clock {
  words: number;
  hour: number;
  minute: number;
}

/** Words before a time that show that `zehn vor acht` is one. */
const TIME_BEFORE = new Set(["um", "ab", "bis", "gegen", "ist", "es", "kurz", "seit"]);

export function timeReader(cardinal: CardinalReader): Reader {
  const clock = new GermanClock(cardinal);
  return (words, at) => clock.read(words, at);
}

class GermanClock {
  readonly #number;

  constructor(cardinal: CardinalReader) {
    this.#number = countReader(cardinal);
  }

  read(words: Words, at: number): Written | null {
    return this.#readHours(words, at) ?? this.#readRelative(words, at);
  }

  /** `acht uhr`, `acht uhr dreißig`, `acht uhr dreißig minuten und zehn sekunden`. */
  #readHours(words: Words, at: number): Written | null {
    const hour = this.#number(words, at, 24);
    if (!hour || words[at + hour.words] !== "uhr") return null;
    const length = hour.words + 1;
    const minute = this.#counted(words, at + length, "minute");
    if (!minute) return { words: length, text: `${hour.value} Uhr`, kind: "time" };
    const and = words[at + length + minute.words] === "und" ? 1 : 0;
    const second = this.#counted(words, at + length + minute.words + and, "sekunde");
    const seconds = second?.named ? `:${twoDigits(second.value)}` : "";
    const all = length + minute.words + (second?.named ? and + second.words : 0);
    const text = (first: string) => `${first}:${twoDigits(minute.value)}${seconds} Uhr`;
    return { words: all, text: text(twoDigits(hour.value)), prose: text(String(hour.value)), kind: "time" };
  }

  #counted(words: Words, at: number, unit: string): { words: number; value: number; named: boolean } | null {
    const and = words[at] === "und" ? 1 : 0;
    const read = this.#number(words, at + and, 59);
    if (!read) return null;
    const word = words[at + and + read.words];
    const named = word === unit || word === `${unit}n`;
    if (and > 0 && !named) return null;
    return { words: and + read.words + (named ? 1 : 0), value: read.value, named };
  }

  #readRelative(words: Words, at: number): Written | null {
    const clock = this.#quarterOrHalf(words, at) ?? this.#aroundHour(words, at);
    if (!clock) return null;
    const hours = words[at + clock.words] === "uhr" ? 1 : 0;
    const minute = twoDigits(clock.minute);
    return {
      words: clock.words + hours,
      text: `${twoDigits(clock.hour)}:${minute} Uhr`,
      prose: `${clock.hour}:${minute} Uhr`,
      kind: "time",
    };
  }

  /** `halb vier`, `dreiviertel vier`; `viertel vier` in the south and east. */
  #quarterOrHalf(words: Words, at: number): Clock | null {
    const apart = words[at] === "drei" && words[at + 1] === "viertel" ? 1 : 0;
    const minute = { halb: 30, dreiviertel: 45, viertel: apart ? 45 : 15 }[words[at + apart] ?? ""];
    const hour = minute === undefined ? null : this.#clockHour(words, at + apart + 1);
    if (minute === undefined || !hour) return null;
    return { words: apart + 1 + hour.words, hour: hourBefore(hour.value), minute };
  }

  /** `viertel nach drei`, `zehn vor acht`, `fünf nach halb neun`. */
  #aroundHour(words: Words, at: number): Clock | null {
    const quarter = words[at] === "viertel";
    const minute = quarter ? { words: 1, value: 15 } : this.#number(words, at, 29);
    if (!minute || minute.value === 0) return null;
    const named = /^minuten?$/.test(words[at + minute.words] ?? "") ? 1 : 0;
    const side = words[at + minute.words + named];
    if (side !== "vor" && side !== "nach") return null;
    const start = at + minute.words + named + 1;
    const half = words[start] === "halb" ? 1 : 0;
    const hour = this.#clockHour(words, start + half);
    if (!hour) return null;
    const length = start + half + hour.words - at;
    const sure = quarter || half > 0 || minute.value % 5 === 0 || TIME_BEFORE.has(words[at - 1] ?? "");
    if (!sure && words[at + length] !== "uhr" && !(at === 0 && length === words.length)) return null;
    const base = half > 0 ? hourBefore(hour.value) * 60 + 30 : hour.value * 60;
    const moment = (base + (side === "nach" ? minute.value : -minute.value) + 24 * 60) % (24 * 60);
    return { words: length, hour: Math.floor(moment / 60), minute: moment % 60 };
  }

  #clockHour(words: Words, at: number): Count | null {
    const hour = this.#number(words, at, 24);
    // An article is no hour: `halb eine`.
    return hour && hour.value > 0 && !/^eine[nmr]?$/.test(words[at] ?? "") ? hour : null;
  }
}
