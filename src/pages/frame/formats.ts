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

export function numberIn(language: InterfaceLanguage, number: number, fractionDigits = 0): string {
  const style = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
  return new Intl.NumberFormat(LOCALES[language], style).format(number);
}

/** Exact, as the amount is. */
export function usdIn(language: InterfaceLanguage, microUsd: number): string {
  return formatUsd(microUsd).replace(".", language === "en" ? "." : ",");
}
