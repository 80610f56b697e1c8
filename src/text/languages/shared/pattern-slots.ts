/** The slots of `patterns.ts`: what a day, a month, a year, an hour and minutes may be. */
import { unsaidHundreds } from "./amounts.ts";
import { countReader } from "./clock.ts";
import type { CardinalReader, OrdinalReader } from "./number-readers.ts";
import type { QuartersReader } from "./quarters.ts";
import { alternatives, phrases, readOnce, type Words } from "./readers.ts";

export interface PatternWords {
  cardinal: CardinalReader;
  ordinal: OrdinalReader;
  /** Spoken month → as it is written, and in a sentence where that differs; and months by their numbers. */
  months: Readonly<Record<string, { text: string; prose?: string }>>;
  numberedMonths?: Readonly<Record<string, number>>;
  /** After a year: `vor christus` → `v. Chr.`. */
  eras?: Readonly<Record<string, string>>;
  quarters?: QuartersReader;
  /** Noon and the like, where an hour may stand. */
  hours?: Readonly<Record<string, number>>;
  /** Years in two halves, where they have words of their own. */
  year?: OrdinalReader;
  /** Where `two zero two three` is a year, what also stands for a zero in it; apart by `/`. */
  yearDigits?: string | undefined;
  /** The prefix of minutes: Hebrew `ועשרה`. */
  minuteAnd?: string;
  /** Whether numbers that the recognizer wrote in digits are days, years and hours, too. */
  readsWritten?: boolean | undefined;
  /** Between hours and minutes; and whether the bare form has two digits for the hour. */
  colon: string;
  twoDigitHours?: boolean;
  /** The sign of an ordinal, by its last word. */
  ordinalSign?: (last: string) => string;
  /** Between words that stay: nothing if a word is a character. */
  gap?: string;
}

export interface Value {
  words: number;
  number: number;
  text: string;
  prose?: string;
  /** The word that carries the ending. */
  last?: string;
  /** Beyond the hour. */
  minutes?: number;
}

/** Where a value stands in what is written. */
export type Role = "D" | "N" | "Y" | "E" | "H" | "M" | "S";

export const ROLES: Readonly<Record<string, Role>> = {
  D: "D",
  /** A day as a cardinal. */
  T: "D",
  N: "N",
  /** The number of a month as an ordinal, or as it is said. */
  B: "N",
  X: "N",
  E: "E",
  Y: "Y",
  /** A year in two halves, as one word; such that are no time of day, or none on a twelve-hour clock; a large ordinal; any number. */
  I: "Y",
  J: "Y",
  U: "Y",
  L: "Y",
  R: "Y",
  A: "Y",
  H: "H",
  /** An hour as a cardinal or an ordinal, both also on a twelve-hour clock; by a name of its own; with quarters. */
  C: "H",
  V: "H",
  O: "H",
  W: "H",
  P: "H",
  Q: "H",
  /** Minutes: without a word for them not below ten, however few, of two digits, below thirty, in fives. */
  M: "M",
  K: "M",
  G: "M",
  Z: "M",
  F: "M",
  S: "S",
};

type Slot = (words: Words, at: number) => Value | null;
export type Slots = (name: string) => Slot;

const LAST_DAY = 31;
const LAST_MONTH = 12;
const HOURS = 24;
const MINUTES = 60;
const [FIRST_YEAR, LAST_YEAR] = [1000, 2999];
/** On a clock of twelve hours nothing else may be meant. */
const FIRST_SURE_YEAR = 1300;
const LEAST_RANK = 100;
const MOST_NUMBER = 99_999n;

type Found = { words: number; value: bigint | number; last?: string } | null;

const slotOf =
  (read: (words: Words, at: number) => Found): Slot =>
  (words, at) => {
    const found = read(words, at);
    if (!found) return null;
    const last = found.last === undefined ? {} : { last: found.last };
    return { words: found.words, number: Number(found.value), text: String(found.value), ...last };
  };

const such =
  (slot: Slot, isSo: (value: Value) => boolean): Slot =>
  (words, at) => {
    const found = slot(words, at);
    return found && isSo(found) ? found : null;
  };

const within = (slot: Slot, least: number, most = Number.POSITIVE_INFINITY): Slot =>
  such(slot, ({ number }) => number >= least && number <= most);

const firstOf =
  (one: Slot, other: Slot): Slot =>
  (words, at) =>
    one(words, at) ?? other(words, at);

export function slotsOf(language: PatternWords): Slots {
  const slots = { ...dateSlots(language), ...timeSlots(language) };
  return (name) => {
    const slot = slots[name];
    if (!slot) throw new Error(`no slot ${name}`);
    return slot;
  };
}

function dateSlots(language: PatternWords): Readonly<Record<string, Slot>> {
  const { cardinal, ordinal, months, year: yearOf = () => null, yearDigits } = language;
  const { numberedMonths = {}, eras = {} } = language;
  const [findMonth, findEra] = [phrases(alternatives(months)), phrases(alternatives(eras))];
  const [either, rank] = [eitherSlot(language), slotOf(ordinal)];
  const inHalves = readOnce(slotOf(yearOf));
  const hundreds = unsaidHundreds(cardinal);
  const anyNumber = slotOf((words, at) => {
    const found = hundreds(words, at) ?? cardinal(words, at);
    return found && !found.article && found.value <= MOST_NUMBER ? found : null;
  });
  const digits: Slot = (words, at) =>
    yearDigits === undefined ? null : singly(words, at, countReader(cardinal), yearDigits.split("/"));
  return {
    D: within(either, 1, LAST_DAY),
    T: within(slotOf(cardinal), 1, LAST_DAY),
    N: (words, at) => {
      const month = findMonth(words, at);
      return month && { words: month.words, number: 0, ...month.value };
    },
    B: within(rank, 1, LAST_MONTH),
    X: slotOf(phrases(alternatives(numberedMonths))),
    E: (words, at) => {
      const era = findEra(words, at);
      return era && { words: era.words, number: 0, text: era.value };
    },
    Y: firstOf(firstOf(within(either, FIRST_YEAR, LAST_YEAR), inHalves), digits),
    I: inHalves,
    J: such(inHalves, ({ words }) => words === 1),
    U: such(inHalves, ({ number }) => number % 100 >= MINUTES),
    L: such(inHalves, ({ number }) => number >= FIRST_SURE_YEAR || number % 100 >= MINUTES),
    R: within(rank, LEAST_RANK),
    A: firstOf(inHalves, anyNumber),
  };
}

function timeSlots(language: PatternWords): Readonly<Record<string, Slot>> {
  const { cardinal, ordinal, hours = {}, quarters = () => null } = language;
  const count = countReader(cardinal);
  const named = slotOf(phrases(alternatives(hours)));
  const [rank, counted] = [slotOf(ordinal), readOnce(slotOf((words, at) => count(words, at, HOURS)))];
  const minute = minuteSlot(language);
  return {
    H: firstOf(named, within(eitherSlot(language), 0, HOURS)),
    C: within(counted, 0, HOURS),
    V: within(counted, 1, HOURS / 2),
    O: firstOf(named, within(rank, 0, HOURS)),
    W: within(rank, 1, HOURS / 2),
    P: named,
    Q: (words, at) => {
      const found = quarters(words, at);
      if (!found || found.value > BigInt(HOURS)) return null;
      const minutes = (Number(found.part || "0") * MINUTES) / 10 ** found.part.length;
      return { words: found.words, number: Number(found.value), text: "", minutes };
    },
    M: minute,
    K: minute,
    G: such(minute, ({ words, number }) => words > 1 || number >= 10),
    Z: within(minute, 1, MINUTES / 2 - 1),
    F: such(within(minute, 1, MINUTES / 2 - 1), ({ number }) => number % 5 === 0),
    S: minute,
  };
}

/** The longer of cardinal and ordinal, for the many patterns that begin with one. */
function eitherSlot({ cardinal, ordinal, readsWritten = true }: PatternWords): Slot {
  return readOnce(
    slotOf((words, at) => {
      const written = readsWritten ? /^(\d{1,4})\.?$/.exec(words[at] ?? "")?.[1] : undefined;
      if (written !== undefined) return { words: 1, value: Number(written) };
      const [one, other] = [cardinal(words, at), ordinal(words, at)];
      return (other?.words ?? 0) > (one?.words ?? 0) ? other : one;
    }),
  );
}

function minuteSlot({ cardinal, minuteAnd = "" }: PatternWords): Slot {
  const count = countReader(cardinal);
  return readOnce(
    slotOf((said, from) => {
      const word = said[from] ?? "";
      const isGlued = minuteAnd !== "" && word.startsWith(minuteAnd);
      const words = isGlued ? [word.slice(minuteAnd.length), ...said.slice(from + 1, from + 3)] : said;
      const at = isGlued ? 0 : from;
      const first = count(words, at, MINUTES - 1);
      const digit = first?.value === 0 ? count(words, at + first.words, 9) : null;
      return digit ? { words: (first?.words ?? 0) + digit.words, value: digit.value } : first;
    }),
  );
}

/** Vietnamese `hai không hai ba`, `hai không mười tám` and `hai không linh chín`. */
function singly(
  words: Words,
  at: number,
  count: ReturnType<typeof countReader>,
  zeros: readonly string[],
): Value | null {
  let [text, taken] = ["", 0];
  while (text.length < 4) {
    if (text.length === 2 && zeros.includes(words[at + taken] ?? "")) {
      text += "0";
      taken++;
    }
    const next = count(words, at + taken, text.length === 2 ? 99 : 9);
    if (!next) return null;
    text += next.value;
    taken += next.words;
  }
  const number = Number(text);
  return number >= FIRST_YEAR && number <= LAST_YEAR ? { words: taken, number, text } : null;
}
