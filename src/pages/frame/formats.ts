/** Numbers, days and money as the reader's language writes them. */
import { toIsoTime } from "../../lib/clock.ts";
import { html, type Markup } from "../../lib/html.ts";
import { formatUsd } from "../../metering/money.ts";
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

export function numberIn(language: InterfaceLanguage, number: number, fractionDigits = 0): string {
  const name = `${language} ${fractionDigits}`;
  let format = numberFormats.get(name);
  if (format === undefined) {
    const style = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
    format = new Intl.NumberFormat(LOCALES[language], style);
    numberFormats.set(name, format);
  }
  return format.format(number);
}

/** Exact, as the amount is. */
export function usdIn(language: InterfaceLanguage, microUsd: number): string {
  return formatUsd(microUsd).replace(".", language === "en" ? "." : ",");
}
