/** Numbers, sizes, times and durations in the person's language and the browser's zone. */
import { DAY_MS } from "../../lib/units.ts";
import { language } from "./language.ts";
import { distance, midnight, rest } from "./relative-time.ts";

/** The language with the region of the browser, where it names one: people of one language write dates differently. */
function locale(): string {
  return navigator.languages.find((each) => each.split("-")[0] === language.value) ?? language.value;
}

/**
 * Formatters, each made once: a list needs the same few for every row, and making them took a third of a second for what
 * a history shows, at a quarter of a desk's speed.
 */
function kept<Options, Format>(
  Format: new (locale: string, options: Options) => Format,
): (options: Options) => Format {
  const made = new Map<string, Format>();
  return (options) => {
    const name = `${locale()} ${JSON.stringify(options)}`;
    const format = made.get(name) ?? new Format(locale(), options);
    made.set(name, format);
    return format;
  };
}

const numberFormat = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(Intl.NumberFormat);
const dateFormat = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(Intl.DateTimeFormat);
const relativeFormat = kept<Intl.RelativeTimeFormatOptions, Intl.RelativeTimeFormat>(Intl.RelativeTimeFormat);

const MINUTE = 60;
const HOUR = 3600;

export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  return numberFormat(options).format(value);
}

export function percent(share: number): string {
  return number(share, { style: "percent", maximumFractionDigits: 0 });
}

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function bytes(count: number): string {
  const power = Math.min(Math.max(0, Math.floor(Math.log10(Math.max(1, count)) / 3)), UNITS.length - 1);
  const value = count / 1000 ** power;
  const digits = power === 0 || value >= 100 ? 0 : 1;
  return number(value, {
    style: "unit",
    unit: UNITS[power] ?? "byte",
    // The short one of bytes has no plural.
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: digits,
  });
}

/** Such as “1 h 42 min” or “42 s”: the two largest units, by their symbols, which are the same everywhere. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const parts: [number, string][] = [
    [Math.floor(whole / HOUR), "h"],
    [Math.floor((whole % HOUR) / MINUTE), "min"],
    [whole % MINUTE, "s"],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  const shown = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${number(count)}\u00a0${unit}`).join(" ");
}

/** Such as “3:07” or “1:02:03”, for clocks that run. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (count: number) => String(count).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / MINUTE)];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % MINUTE)}` : `${minutes}:${two(whole % MINUTE)}`;
}

type Time = string | number | Date;

export function date(time: Time, options: Intl.DateTimeFormatOptions = { dateStyle: "medium" }): string {
  return dateFormat(options).format(new Date(time));
}

export function dateAndTime(time: Time): string {
  return date(time, { dateStyle: "medium", timeStyle: "short" });
}

/** Of today the time, of the days around it their names, of others the date. */
export function when(time: Time, now = new Date()): string {
  const then = new Date(time);
  const days = Math.round((midnight(then) - midnight(now)) / DAY_MS);
  if (days === 0) return date(then, { timeStyle: "short" });
  if (Math.abs(days) === 1) return capitalized(relativeFormat({ numeric: "auto" }).format(days, "day"));
  const isThisYear = then.getFullYear() === now.getFullYear();
  return date(then, { day: "numeric", month: "short", ...(!isThisYear && { year: "numeric" }) });
}

/** Such as “3 minutes ago”. */
export function ago(time: Time, now = new Date()): string {
  return relativeFormat({ numeric: "auto" }).format(...distance(new Date(time), now));
}

/** Such as “in 23 hours”: so long at least. */
export function timeLeft(time: Time, now = new Date()): string {
  return relativeFormat({}).format(...rest(new Date(time), now));
}

/** With a capital at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language.value) + text.slice(1);
}

const MICRO = 1_000_000;
const MICRO_DIGITS = 6;

/** Rounded to cents, yen …; exact below one, so that what costs something never looks free. @param micro millionths. */
export function amount(micro: number, currency: string): string {
  const style = { style: "currency", currency } as const;
  const { maximumFractionDigits = 2 } = numberFormat(style).resolvedOptions();
  const isBelowOne = Math.abs(micro) < MICRO / 10 ** maximumFractionDigits;
  return number(micro / MICRO, isBelowOne ? { ...style, maximumFractionDigits: MICRO_DIGITS } : style);
}

/** As an invoice has it, rounded to what can be paid. */
export function payment(text: string, currency: string): string {
  return number(Number(text), { style: "currency", currency });
}
