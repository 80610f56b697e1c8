/**
 * Dates and times of day as patterns: `D de N de Y = D de N de Y`, `wpół do O = -30`. On the left what is said: slots in
 * capitals (day, name of the month, year, hour, hour as an ordinal, hour by a name of its own, hour with quarters,
 * minute), words with alternatives apart by `/` and parts of a phrase joined by `_`, `?` after what may be missing, round
 * brackets around what stays in the text. On the right a date as it is written, or the minutes that a time is away from the
 * hour: `0`, `15`, `-30`, `M`, `-M`, with the hours to add before them where the hour of the day is another than the one
 * that is said: `18h 30`; after another `=` how a sentence writes it, where that differs.
 */
import type { Written } from "../../words/language-rules.ts";
import { countReader, hourBefore, twoDigits } from "./clock.ts";
import type { CardinalReader, OrdinalReader } from "./number-readers.ts";
import type { QuartersReader } from "./quarters.ts";
import {
  alternatives,
  list,
  type Phrases,
  phraseLength,
  phrases,
  type Reader,
  type Words,
} from "./readers.ts";

export interface PatternWords {
  cardinal: CardinalReader;
  ordinal: OrdinalReader;
  /** Spoken month → as it is written. */
  months: Readonly<Record<string, string>>;
  quarters?: QuartersReader;
  /** Noon and the like, where an hour may stand. */
  hours?: Readonly<Record<string, number>>;
  /** Years in two halves, where they have words of their own. */
  year?: OrdinalReader;
  /** Where `two zero two three` is a year, what also stands for a zero in it; apart by `/`. */
  yearDigits?: string | undefined;
  /** The prefix of minutes: Hebrew `ועשרה`. */
  minuteAnd?: string;
  /** Between hours and minutes. */
  colon: string;
  /** Between words that stay: nothing if a word is a character. */
  gap?: string;
}

interface Value {
  words: number;
  number: number;
  text: string;
  /** Beyond the hour. */
  minutes?: number;
}

type Slot = (words: Words, at: number) => Value | null;
type Slots = Readonly<Record<string, Slot>>;

interface Step {
  /** A slot, or the words that may stand here. */
  slot: string | null;
  length: (words: Words, at: number) => number;
  optional: boolean;
  kept: boolean;
}

interface Match {
  words: number;
  values: Readonly<Record<string, Value>>;
  /** The kept words in front and after. */
  kept: readonly [before: string, after: string];
}

const LAST_DAY = 31;
const HOURS = 24;
const MINUTES = 60;
const FEWEST_MINUTES = 5;
const [FIRST_YEAR, LAST_YEAR] = [1000, 2999];

export function dateReader(patterns: readonly string[], language: PatternWords): Reader {
  const slots = slotsOf(language);
  return anyOf(patterns, slots, language.gap, ([written, inProse], match) => {
    const fill = (form: string) => form.replace(/[DNY]/g, (slot) => match.values[slot]?.text ?? "");
    return writtenAs("date", match, fill(written), inProse && fill(inProse));
  });
}

export function timeReader(patterns: readonly string[], language: PatternWords): Reader {
  const slots = slotsOf(language);
  return anyOf(patterns, slots, language.gap, ([form, inProse], match) => {
    const { values } = match;
    const [, more = "0", written = ""] = /^(?:(\d+)h )?(.*)$/.exec(form) ?? [];
    const minute = values.M?.number ?? 0;
    const said = values.H ?? values.O ?? values.P ?? values.Q;
    const fixed = /^-?\d+$/.test(written) ? Number(written) + (said?.minutes ?? 0) : null;
    const offset = fixed ?? (written === "-M" ? -minute : minute);
    const hour = (said?.number ?? 0) + Number(more);
    if (more !== "0" && hour >= HOURS) return null;
    const back = offset < 0 && hour < 13;
    const at = offset >= 0 ? hour : back ? hourBefore(hour === 0 ? 12 : hour) : hour - 1;
    const time = `${at}${language.colon}${twoDigits((offset + MINUTES) % MINUTES)}`;
    return writtenAs("time", match, time, inProse?.replace("H", String(at)).replace("T", time));
  });
}

function writtenAs(kind: "date" | "time", { words, kept }: Match, text: string, prose?: string): Written {
  const whole = (form: string) => [kept[0], form, kept[1]].filter((part) => part !== "").join(" ");
  return { words, text: whole(text), ...(prose !== undefined && { prose: whole(prose) }), kind };
}

/** The longest of all patterns; of equally long ones the first. */
function anyOf(
  patterns: readonly string[],
  slots: Slots,
  gap: string | undefined,
  write: (forms: readonly [written: string, inProse?: string], match: Match) => Written | null,
): Reader {
  const all = patterns.map((pattern) => {
    const [spoken = "", written = "", inProse] = pattern.split("=").map((part) => part.trim());
    const forms = [written, ...(inProse === undefined ? [] : [inProse])] as [string, string?];
    return { steps: list(spoken).map(stepOf), forms };
  });
  return (words, at) => {
    let longest: { match: Match; forms: [string, string?] } | null = null;
    for (const { steps, forms } of all) {
      const match = matchSteps(steps, slots, words, at, gap);
      if (match && match.words > (longest?.match.words ?? 0)) longest = { match, forms };
    }
    return longest && write(longest.forms, longest.match);
  };
}

function stepOf(item: string): Step {
  const [, open, body = "", optional] = /^(\(?)(.*?)\)?(\??)$/u.exec(item) ?? [];
  const slot = /^[DNYHOPQM]$/.test(body) ? body : null;
  const spoken = body.split("/").map((phrase) => phrase.replaceAll("_", " "));
  return { slot, length: phraseLength(spoken), optional: optional === "?", kept: open === "(" };
}

function matchSteps(
  steps: readonly Step[],
  slots: Slots,
  words: Words,
  start: number,
  gap = " ",
): Match | null {
  const values: Record<string, Value> = {};
  const kept: [string, string] = ["", ""];
  let at = start;
  let bareMinutes = false;
  for (const { slot, length, optional, kept: isKept } of steps) {
    const value = slot === null ? null : (slots[slot]?.(words, at) ?? null);
    const taken = slot === null ? length(words, at) : (value?.words ?? 0);
    if (taken === 0 && !optional) return null;
    if (taken > 0) bareMinutes = slot === "M";
    if (slot !== null && value) values[slot] = value;
    else if (isKept && taken > 0)
      kept[Object.keys(values).length === 0 ? 0 : 1] = words.slice(at, at + taken).join(gap);
    at += taken;
  }
  return bareMinutes && isOtherNumber(values.M) ? null : { words: at - start, values, kept };
}

/** Less than ten without a word for minutes is another number: `la trei și patru persoane`. */
function isOtherNumber(minute: Value | undefined): boolean {
  return minute !== undefined && minute.words === 1 && minute.number < 10 && minute.number !== FEWEST_MINUTES;
}

function slotsOf({
  cardinal,
  ordinal,
  months,
  hours = {},
  year: yearOf = () => null,
  yearDigits,
  minuteAnd = "",
  quarters: quartersOf = () => null,
}: PatternWords): Slots {
  const findMonth: Phrases<string> = phrases(alternatives(months));
  const findHour = phrases(alternatives(hours));
  const count = countReader(cardinal);

  /** The longer of cardinal and ordinal. */
  function either(words: Words, at: number): Value | null {
    const written = /^(\d{1,4})\.?$/.exec(words[at] ?? "")?.[1];
    if (written !== undefined) return { words: 1, number: Number(written), text: written };
    const [one, other] = [cardinal(words, at), ordinal(words, at)];
    const found = (other?.words ?? 0) > (one?.words ?? 0) ? other : one;
    return found && { words: found.words, number: Number(found.value), text: String(found.value) };
  }

  const within = (least: number, most: number): Slot => {
    return (words, at) => {
      const found = either(words, at);
      return found && found.number >= least && found.number <= most ? found : null;
    };
  };

  function minute(said: Words, from: number): Value | null {
    const word = said[from] ?? "";
    const isGlued = minuteAnd !== "" && word.startsWith(minuteAnd);
    const words = isGlued ? [word.slice(minuteAnd.length), ...said.slice(from + 1, from + 3)] : said;
    const at = isGlued ? 0 : from;
    const first = count(words, at, MINUTES - 1);
    const digit = first?.value === 0 ? count(words, at + first.words, 9) : null;
    const found = digit ? { words: (first?.words ?? 0) + digit.words, value: digit.value } : first;
    return found && { words: found.words, number: found.value, text: twoDigits(found.value) };
  }

  const year = within(FIRST_YEAR, LAST_YEAR);
  const inHalves = (words: Words, at: number): Value | null => {
    const found = yearOf(words, at);
    return found && { words: found.words, number: Number(found.value), text: String(found.value) };
  };
  const named = (words: Words, at: number): Value | null => {
    const hour = findHour(words, at);
    return hour && { words: hour.words, number: hour.value, text: String(hour.value) };
  };
  const hour = within(0, HOURS);
  return {
    D: within(1, LAST_DAY),
    N: (words, at) => {
      const month = findMonth(words, at);
      return month && { words: month.words, number: 0, text: month.value };
    },
    Y: (words, at) =>
      year(words, at) ??
      inHalves(words, at) ??
      (yearDigits === undefined ? null : singly(words, at, count, yearDigits.split("/"))),
    H: (words, at) => named(words, at) ?? hour(words, at),
    O: (words, at) => {
      const found = ordinal(words, at);
      const value =
        named(words, at) ?? (found && { words: found.words, number: Number(found.value), text: "" });
      return value && value.number <= HOURS ? value : null;
    },
    P: named,
    Q: (words, at) => {
      const found = quartersOf(words, at);
      if (!found || found.value > BigInt(HOURS)) return null;
      const minutes = (Number(found.part || "0") * MINUTES) / 10 ** found.part.length;
      return { words: found.words, number: Number(found.value), text: "", minutes };
    },
    M: minute,
  };
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
