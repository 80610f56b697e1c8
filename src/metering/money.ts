/** Money is counted in whole micro-USD: 1 USD is 1,000,000 of them. Nothing here uses fractions. */
const MICRO_USD = 1_000_000;
const MICRO_USD_PER_CENT = 10_000;

/** @param usd decimal digits with at most six after the point, as the configuration's schema lets through. */
export function parseUsd(usd: string): number {
  const [whole = "", fraction = ""] = usd.split(".");
  return Number(whole) * MICRO_USD + Number(fraction.padEnd(6, "0"));
}

/** The exact amount in USD with two to six decimals, such as `0.001083` and `12.50`. */
export function formatUsd(microUsd: number): string {
  const fraction = String(microUsd % MICRO_USD).padStart(6, "0");
  return `${(microUsd - (microUsd % MICRO_USD)) / MICRO_USD}.${fraction.replace(/0{1,4}$/, "")}`;
}

/** Whole cents, half a cent up: what is paid for an exact amount. */
export function roundToCents(microUsd: number): number {
  const cents = microUsd + MICRO_USD_PER_CENT / 2;
  return cents - (cents % MICRO_USD_PER_CENT);
}
