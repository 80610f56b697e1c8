/**
 * Money is counted in whole millionths of the installation's currency. Fields, columns and settings call them `micro_usd`
 * and `usd`, whatever `billing.currency` is: they had these names before there were others. Nothing here uses fractions.
 */
import type { Config } from "../config/schema.ts";

const MICRO = 1_000_000;
const MICRO_DIGITS = 6;

/** The currency of amounts; null if billing is off: then none are computed or shown. */
export function shownCurrency({ mode, currency }: Config["billing"]): string | null {
  return mode === "off" ? null : currency;
}

/** @param amount decimal digits with at most six after the point, as the configuration's schema lets through. */
export function parseAmount(amount: string): number {
  const [whole = "", fraction = ""] = amount.split(".");
  return Number(whole) * MICRO + Number(fraction.padEnd(MICRO_DIGITS, "0"));
}

/** The exact amount with two to six decimals, such as `0.001083` and `12.50`. */
export function formatAmount(micro: number): string {
  const fraction = String(micro % MICRO).padStart(MICRO_DIGITS, "0");
  return `${(micro - (micro % MICRO)) / MICRO}.${fraction.replace(/0{1,4}$/, "")}`;
}

/** The payment for an exact amount, in whole cents, yen or the currency's smallest part; a half is rounded up. */
export function roundForPayment(micro: number, currency: string): number {
  const smallest = 10 ** (MICRO_DIGITS - decimalsOf(currency));
  const rounded = micro + smallest / 2;
  return rounded - (rounded % smallest);
}

/** Of ISO 4217, such as 2, and 0 for yen. */
function decimalsOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
    style: "currency",
    currency,
  }).resolvedOptions();
  return maximumFractionDigits;
}
