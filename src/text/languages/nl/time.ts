/** Dutch times of day: `kwart over drie`, `half vier`, `vijf voor half vier`, `vijftien uur dertig`. */
import type { Written } from "../../words/language-rules.ts";
import { type Count, countReader, hourBefore, twoDigits } from "../shared/clock.ts";
import type { CardinalReader } from "../shared/number-readers.ts";
import type { Reader, Words } from "../shared/readers.ts";

/** Words before a time that show that `twee voor acht` is one. */
const TIME_BEFORE = new Set(["om", "tot", "rond", "vanaf", "is", "tegen", "sinds"]);
const DAY_MINUTES = 24 * 60;

export function timeReader(cardinal: CardinalReader): Reader {
  const clock = new DutchClock(cardinal);
  return (words, at) => clock.read(words, at);
}

class DutchClock {
  readonly #number;

  constructor(cardinal: CardinalReader) {
    this.#number = countReader(cardinal);
  }

  read(words: Words, at: number): Written | null {
    return this.#readHours(words, at) ?? this.#readRelative(words, at);
  }

  /** `drie uur`, `drie uur dertig`. */
  #readHours(words: Words, at: number): Written | null {
    const hour = this.#number(words, at, 24);
    if (!hour || words[at + hour.words] !== "uur") return null;
    const length = hour.words + 1;
    const minute = this.#number(words, at + length, 59);
    const zero = minute?.value === 0 ? this.#number(words, at + length + 1, 9) : null;
    if (!minute || (minute.value === 0 && !zero)) return timeOf(length, `${hour.value} uur`);
    const text = `${hour.value}:${twoDigits(zero?.value ?? minute.value)} uur`;
    const all = length + minute.words + (zero?.words ?? 0);
    return timeOf(all + (/^minu(?:ut|ten)$/.test(words[at + all] ?? "") ? 1 : 0), text);
  }

  #readRelative(words: Words, at: number): Written | null {
    const found = this.#half(words, at) ?? this.#aroundHour(words, at);
    if (!found) return null;
    const uur = words[at + found.words] === "uur" ? 1 : 0;
    const moment = (found.value + DAY_MINUTES) % DAY_MINUTES;
    return timeOf(
      found.words + uur,
      `${Math.floor(moment / 60)}:${twoDigits(moment % 60)}${uur ? " uur" : ""}`,
    );
  }

  /** Minutes since midnight of `half vier`. */
  #half(words: Words, at: number): Count | null {
    const hour = words[at] === "half" ? this.#clockHour(words, at + 1) : null;
    return hour && { words: 1 + hour.words, value: hourBefore(hour.value) * 60 + 30 };
  }

  /** `kwart over drie`, `tien voor acht`, `vijf over half negen`. */
  #aroundHour(words: Words, at: number): Count | null {
    const quarter = words[at] === "kwart";
    const minute = quarter ? { words: 1, value: 15 } : this.#number(words, at, 29);
    if (!minute || minute.value === 0) return null;
    const named = /^minu(?:ut|ten)$/.test(words[at + minute.words] ?? "") ? 1 : 0;
    const side = words[at + minute.words + named];
    if (side !== "voor" && side !== "over") return null;
    const start = at + minute.words + named + 1;
    const halfHour = this.#half(words, start);
    const hour = halfHour ? null : this.#clockHour(words, start);
    const base = halfHour?.value ?? (hour ? hour.value * 60 : null);
    if (base === null) return null;
    const length = start + (halfHour ?? hour ?? { words: 0 }).words - at;
    const sure = quarter || halfHour || minute.value % 5 === 0 || TIME_BEFORE.has(words[at - 1] ?? "");
    if (!sure && words[at + length] !== "uur") return null;
    return { words: length, value: base + (side === "over" ? minute.value : -minute.value) };
  }

  #clockHour(words: Words, at: number): Count | null {
    const hour = this.#number(words, at, 12);
    return hour && hour.value > 0 ? hour : null;
  }
}

function timeOf(words: number, text: string): Written {
  return { words, text, kind: "time" };
}
