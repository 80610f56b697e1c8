/** Numbers, days and money as the reader's language writes them. */
import { toIsoTime } from "../../lib/clock.ts";
import { html, type Markup } from "../../lib/html.ts";
import type { InterfaceLanguage } from "../../web/language.ts";

/** British English writes a day before its month, as the other languages do. */
const LOCALES = { en: "en-GB", de: "de", fr: "fr", es: "es" } as const satisfies Record<
  InterfaceLanguage,
  string
>;

/** To the minute, in UTC: a page without scripts does not know its reader's time zone. */
export function timeMarkup(language: InterfaceLanguage, epochMs: number): Markup {
  const style = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  const text = new Intl.DateTimeFormat(LOCALES[language], style).format(epochMs);
  return html`<time datetime="${toIsoTime(epochMs)}">${text} UTC</time>`;
}

/** @param month `YYYY-MM`. */
export function monthIn(language: InterfaceLanguage, month: string): string {
  const style = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(LOCALES[language], style).format(Date.parse(`${month}-01T00:00:00Z`));
}

/** Making one takes longer than a row of a table. */
const numberFormats = new Map<string, Intl.NumberFormat>();

function formatted(language: InterfaceLanguage, number: number, style: Intl.NumberFormatOptions): string {
  const name = `${language} ${JSON.stringify(style)}`;
  const format = numberFormats.get(name) ?? new Intl.NumberFormat(LOCALES[language], style);
  numberFormats.set(name, format);
  return format.format(number);
}

export function numberIn(language: InterfaceLanguage, number: number, fractionDigits = 0): string {
  const style = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
  return formatted(language, number, style);
}

const MICRO_DIGITS = 6;

/**
 * Exact, as the amount is: with two to six decimals, or all six, so that the points of a column stand below each other.
 * @param micro millionths. @param currency its code stands with it; without one, the amount is bare.
 */
export function amountIn(
  language: InterfaceLanguage,
  micro: number,
  { currency, isAligned = false }: { currency?: string; isAligned?: boolean } = {},
): string {
  return formatted(language, micro / 10 ** MICRO_DIGITS, {
    ...(currency !== undefined && { style: "currency", currency, currencyDisplay: "code" }),
    minimumFractionDigits: isAligned ? MICRO_DIGITS : 2,
    maximumFractionDigits: MICRO_DIGITS,
  });
}

/** As it is paid: with as many decimals as the currency has. */
export function paymentIn(language: InterfaceLanguage, micro: number, currency: string): string {
  return formatted(language, micro / 10 ** MICRO_DIGITS, {
    ...{ style: "currency", currency, currencyDisplay: "code" },
  });
}
