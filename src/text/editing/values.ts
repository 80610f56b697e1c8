/** Values that people change by voice: times, dates, days, amounts, numbers; written one way, meant the same in another. */
import { matchesOf, overlaps, type TextRange } from "./text-range.ts";
import data from "./words.json";

export type ValueKind =
  | "time"
  | "date"
  | "day"
  | "money"
  | "percent"
  | "measure"
  | "email"
  | "phone"
  | "number";

/** Words of all languages that instructions are understood in, as patterns; units with their symbols. */
interface ValueWords {
  days: string;
  /** In words, where the word before or after shows that they are: `at three`, `um drei`, `a las tres`. */
  hours: string;
  beforeHours: string;
  afterHours: string;
  units: readonly (readonly [symbol: string, words: string])[];
  kinds: readonly (readonly [nouns: string, kinds: readonly ValueKind[]])[];
  things: string;
}
const DATA = data as unknown as ValueWords;

/** The languages that instructions are understood in. */
const LOCALES = ["en", "de", "fr", "es"];

export function namesOf(part: "weekday" | "month", locales: readonly string[] = LOCALES): string[] {
  const steps = part === "weekday" ? 7 : 12;
  const dates = Array.from({ length: steps }, (_, index) =>
    part === "weekday" ? new Date(2024, 0, index + 1) : new Date(2024, index, 1),
  );
  return locales.flatMap((locale) =>
    dates.map((date) => new Intl.DateTimeFormat(locale, { [part]: "long" }).format(date).toLowerCase()),
  );
}

const MONTHS = namesOf("month");
export const MONTH = MONTHS.join("|");
const DAY_NAMES = namesOf("weekday");
const DAY = `${DAY_NAMES.join("|")}|${DATA.days}`;
const NUMBER = "\\d+(?:[.,]\\d+)*";
/** With its thousands apart: `1 200 euros`. */
const AMOUNT = `(?:\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+(?:,\\d+)?|${NUMBER})`;
const BEFORE = "(?<![\\p{L}\\p{N}])";
const AFTER = "(?![\\p{L}\\p{N}])";
const CLOCK = "(?:[01]?\\d|2[0-4])";

/** In this order: a date holds numbers, an amount too. */
const PATTERNS: Readonly<Record<ValueKind, string>> = {
  email: "[\\p{L}\\p{N}._%+-]+@[\\p{L}\\p{N}-]+(?:\\.[\\p{L}\\p{N}-]+)+",
  time: `(?<=(?<!\\p{L})(?:${DATA.beforeHours}) )(?:${DATA.hours})(?=[.,;:!?]|$|\\s(?:${DATA.afterHours})(?!\\p{L}))|${CLOCK}[:.h]?[0-5]\\d ?(?:[ap]\\.?m\\b\\.?)|${CLOCK}:[0-5]\\d(?: Uhr)?|${CLOCK} ?(?:[ap]\\.?m\\b\\.?|o['’]clock|uhr(?: [0-5]\\d)?|h(?: ?[0-5]\\d)?|heures?)|noon|midnight|mittag|mitternacht|midi|minuit|mediodía|medianoche`,
  date: `(?:${MONTH}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?|\\d{1,2}(?:st|nd|rd|th|er|ᵉʳ|\\.)?(?: of| de)? (?:${MONTH})(?:(?:,| de)? \\d{4})?|\\d{4}-\\d\\d-\\d\\d|\\d{1,2}[./]\\d{1,2}[./](?:\\d{4}|\\d\\d)?`,
  day: DAY,
  money: `[$€£¥] ?${AMOUNT}|${AMOUNT}[\\s\\u00a0\\u202f]?(?:[$€£¥]|dollars?|euros?|pounds?|francs?|franken|pesos?|eur\\b|usd\\b|chf\\b)`,
  percent: `${NUMBER}[\\s\\u00a0\\u202f]?(?:%|percent|prozent|pour cent|por ciento)`,
  measure: `${NUMBER}[\\s\\u00a0\\u202f]?(?:${DATA.units.map(([symbol, words]) => `${symbol}|${words}`).join("|")})`,
  phone: "\\+?\\d{6,15}|\\+?\\(?\\d{1,5}\\)?(?:[ /-]\\d{2,8}){1,6}",
  number: NUMBER,
};
const FINDERS = Object.fromEntries(
  Object.entries(PATTERNS).map(([kind, pattern]) => [kind, finderOf(kind as ValueKind, pattern)]),
) as Record<ValueKind, RegExp>;
const WHOLES = Object.fromEntries(
  Object.entries(PATTERNS).map(([kind, pattern]) => [kind, new RegExp(`^(?:${pattern})$`, "iu")]),
) as Record<ValueKind, RegExp>;

function finderOf(kind: ValueKind, pattern: string): RegExp {
  const glued = kind === "number" ? "(?<![\\p{L}\\p{N}$€£¥@.:,/-])" : BEFORE;
  const end =
    kind === "number"
      ? "(?![\\p{L}\\p{N}:%@/-]|[.,:]\\d)"
      : kind === "time" || kind === "money" || kind === "percent" || kind === "measure"
        ? "(?![\\p{L}\\p{N}:])"
        : AFTER;
  return new RegExp(`${glued}(?:${pattern})${end}`, "giu");
}

/** The nouns that stand for a kind, in all languages: `the time`, `die Uhrzeit`. */
const NOUNS = DATA.kinds.map(([nouns, kinds]) => [new RegExp(`^(?:${nouns})$`, "u"), kinds] as const);

/** `The due date`, `die Fälligkeit` by the word that the others qualify: in French and Spanish the first. */
export function kindsNamed(noun: string): readonly ValueKind[] {
  const words = noun.split(" ");
  const heads = words.length > MOST_KIND_WORDS ? [noun] : [noun, words.at(-1) ?? "", ...frenchHead(words)];
  return heads.map((head) => NOUNS.find(([pattern]) => pattern.test(head))?.[1]).find((kinds) => kinds) ?? [];
}
const MOST_KIND_WORDS = 3;

/** `heure de début`, `fecha de entrega` */
function frenchHead([first = "", joint = ""]: readonly string[]): string[] {
  return /^(?:de|du|d['’]\S+|del)$/.test(joint) ? [first] : [];
}

/** Other kinds of things that an instruction may point at without saying them. */
const THING = new RegExp(`^(?:${DATA.things})$`);

/** Words that stand for a kind of thing are heard right, and no other word of the text is meant by them. */
export function namesKind(noun: string): boolean {
  return kindsNamed(noun).length > 0 || THING.test(noun);
}

/** The kind of a written value; null if it is words. A plain number may be a time, an amount or only a number. */
export function kindOf(written: string): ValueKind | null {
  const kinds = Object.keys(WHOLES) as ValueKind[];
  const value = written.trim();
  if (/^las \d\d?(?::[0-5]\d)?$/.test(value)) return "time";
  return kinds.find((kind) => WHOLES[kind].test(value) && (kind !== "phone" || isTelephone(value))) ?? null;
}

export function isMonth(word: string): boolean {
  return MONTHS.includes(word.toLowerCase());
}

export function findValues(text: string, kind: ValueKind): TextRange[] {
  const found = matchesOf(text, FINDERS[kind]);
  // The numbers of a date or a time are none of their own.
  if (kind === "phone") return found.filter(({ start, end }) => isTelephone(text.slice(start, end)));
  if (kind !== "number") return found;
  const others = (["email", "time", "date", "money", "percent", "measure", "phone"] as const).flatMap(
    (other) => findValues(text, other),
  );
  return found.filter((place) => !others.some((other) => overlaps(other, place)));
}

const LEAST_DIGITS = 6;

function isTelephone(written: string): boolean {
  return written.replace(/\D/g, "").length >= LEAST_DIGITS && !WHOLES.date.test(written);
}

/** Every place where the same value stands, however it is written: `eight fifteen` finds 8:15 AM. */
export function findSameValue(text: string, written: string): TextRange[] {
  const kind = kindOf(written);
  if (kind === null) return [];
  const wanted = meaningOf(written, kind);
  return findValues(text, kind).filter(({ start, end }) =>
    same(wanted, meaningOf(text.slice(start, end), kind)),
  );
}

function same(wanted: string, found: string): boolean {
  return wanted === found || (/^\d+:\d+$/.test(wanted) && found.startsWith(`${wanted} `));
}

function meaningOf(value: string, kind: ValueKind): string {
  const lower = value.toLowerCase().trim();
  if (kind === "time") {
    const time = readTime(lower);
    return time ? `${time.hours}:${time.minutes}${time.half ? ` ${time.half}` : ""}` : lower;
  }
  if (kind === "date")
    return lower
      .replace(/(?<=\d)(?:st|nd|rd|th|er|ᵉʳ)(?!\p{L})|[,.]| of\b| de\b/gu, "")
      .split(" ")
      .toSorted()
      .join(" ");
  if (kind === "measure") return `${figureOf(lower)} ${unitOf(lower)}`;
  return kind === "money" ? lower.replace(/[^\d.,]/g, "") : lower;
}

/** The figure of an amount or a measure, without what stands between its thousands. */
export function figureIn(value: string): string {
  return (FIGURE.exec(value)?.[0] ?? "").replace(/[., \u00a0\u202f](?=\d{3}(?!\d))/g, "");
}

const NUMBER_IN = new RegExp(NUMBER, "u");

function figureOf(value: string): string {
  return NUMBER_IN.exec(value)?.[0] ?? "";
}

/** Which of the units it is; -1 for none. */
function unitOf(value: string): number {
  const unit = value.replace(/^[\d.,]+[\s\u00a0\u202f]?/, "");
  return DATA.units.findIndex(([symbol, words]) => new RegExp(`^(?:${symbol}|${words})$`, "iu").test(unit));
}

interface Time {
  hours: number;
  minutes: number;
  half: "a" | "p" | null;
}

function readTime(lower: string): Time | null {
  const match =
    /^(?:las )?(\d{1,2})(?:\s?[:.h]\s?(\d\d))?(?:\s?(?:uhr|h|heures?)(?:\s?(\d\d))?)?\s?(?:([ap])\.?m\.?|o['’]clock|uhr)?$/.exec(
      lower,
    );
  if (!match) return null;
  const [, hours = "", colon, words, half = null] = match;
  return { hours: Number(hours), minutes: Number(colon ?? words ?? 0), half: half as Time["half"] };
}

/** A new value as the old one is written: `09:00 a.m.` in place of `10 AM` is `9 AM`. */
export function writtenLike(written: string, old: string): string {
  const [kind, oldKind] = [kindOf(written), kindOf(old)];
  if (kind === "number" && oldKind === "number" && /^[A-Z]\d/.test(old)) return written.toUpperCase();
  if (oldKind === "money" && kind === "number")
    return old.replace(FIGURE, (former) => grouped(written, former));
  if (oldKind === "money" && kind === "money") return moneyLike(written, old);
  if (oldKind === "percent" && kind === "number") return old.replace(NUMBER_IN, () => written);
  if (oldKind === "measure" && (kind === "number" || unitOf(written) === unitOf(old)))
    return old.replace(NUMBER_IN, () => figureOf(written));
  if (oldKind === "date" && kind === "date") return dateLike(written, old);
  if (oldKind !== "time" || /^\p{L}+$/u.test(old)) return written.replace(/^0(?=\d:\d)/, "");
  const time = readTime(written.toLowerCase());
  const former = readTime(old.toLowerCase());
  return time && former ? timeLike(time, former, old) : written;
}

export const MONTH_IN = new RegExp(MONTH, "iu");
const DAY_IN = /(?<!\d)(\d{1,2})(?!\d)(?:st|nd|rd|th)?/;

/** In the order of the old one, and of its year where none is said: `March 5` in place of `4 May 2024` is `5 March 2024`. */
function dateLike(written: string, old: string): string {
  const [month, day, year] = [MONTH_IN, DAY_IN, /\d{4}/].map((part) => part.exec(written));
  if (/\der /.test(old) && !year && !/\d{4}/.test(old)) return written.replace("ᵉʳ", "er");
  if (!month || !day || !/\d{4}/.test(old) || !MONTH_IN.test(old)) return written;
  const name = /\p{Lu}/u.test(old) ? month[0].charAt(0).toUpperCase() + month[0].slice(1) : month[0];
  const dated = old.replace(MONTH_IN, () => name).replace(DAY_IN, () => day[1] ?? "");
  return year ? dated.replace(/\d{4}/, () => year[0]) : dated;
}

function timeLike({ hours, minutes, half }: Time, former: Time, old: string): string {
  const two = String(minutes).padStart(2, "0");
  const hour = /^0\d/.test(old) ? String(hours).padStart(2, "0") : String(hours);
  if (/uhr/i.test(old))
    return /:/.test(old) || (minutes > 0 && !/uhr \d/i.test(old))
      ? `${hour}:${two} Uhr`
      : `${hour} Uhr${minutes ? ` ${two}` : ""}`;
  if (/h/i.test(old) && !/o['’]clock/i.test(old)) {
    const gap = /\d(\s?)h/.exec(old)?.[1] ?? "";
    return `${hour}${gap}h${minutes ? gap + two : ""}`;
  }
  const digits = minutes > 0 || /:/.test(old) ? `${hour}:${two}` : hour;
  const sign = /\s?[ap]\.?m\.?$/i.exec(old)?.[0] ?? "";
  if (sign === "")
    return half === null
      ? digits + (/o['’]clock/i.exec(old) && minutes === 0 ? " o’clock" : "")
      : `${digits} ${half.toUpperCase()}M`;
  const mark = half ?? former.half ?? "a";
  return digits + sign.replace(/[ap](?=\.?m)/i, (letter) => (letter < "a" ? mark.toUpperCase() : mark));
}

/** The sign or word of the old amount, where both are of one currency. */
function moneyLike(written: string, old: string): string {
  const currency = (text: string) => CURRENCIES.findIndex((pattern) => pattern.test(text));
  const amount = FIGURE.exec(written)?.[0].replace(/[ \u00a0\u202f]/g, "");
  return amount !== undefined && currency(written) === currency(old)
    ? old.replace(FIGURE, (former) => grouped(amount, former))
    : written;
}

const FIGURE = new RegExp(AMOUNT, "u");

/** With the thousands apart as they are in the old amount. */
function grouped(amount: string, former: string): string {
  const sign = /^\d{1,3}([., \u00a0\u202f])\d{3}/.exec(former)?.[1];
  return sign && /^\d{4,}$/.test(amount) ? amount.replace(/\B(?=(?:\d{3})+$)/g, sign) : amount;
}
const CURRENCIES = [/[$]|dollar|usd/i, /€|euro?/i, /£|pound/i, /¥/, /franc|franken|chf/i];
