/** A test-side speller of a language, written apart from the rules that read it. */
export interface Speller {
  code: string;
  /** Whole numbers from 0 up to a million million. */
  cardinal(value: number): string;
  ordinal(value: number): { spoken: string; written: string };
  point: string;
  percentWord: string;
  /** Between digits and the percent sign. */
  percentGap: string;
  minus: string;
  /** `euros` and cents in words, and as written. */
  money(euros: number, cents: number): { spoken: string; written: string };
  /** A day of the month in spoken and written form; the year 1000 to 2999. */
  date(day: number, month: number, year: number): { spoken: string; written: string };
  time(hour: number, minute: number): { spoken: string; written: string };
  /** Words without any number in them. */
  plainWords: string;
}

export const pad = (value: number) => String(value).padStart(2, "0");

/** Splits off scales from the largest down, and hands each count to `say`. */
export function byScales(
  value: number,
  scales: readonly number[],
  say: (count: number, scale: number) => string,
): string[] {
  const parts: string[] = [];
  let rest = value;
  for (const scale of scales) {
    const count = Math.floor(rest / scale);
    if (count > 0) parts.push(say(count, scale));
    rest -= count * scale;
  }
  return parts;
}
