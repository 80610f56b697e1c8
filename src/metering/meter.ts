import type { Config } from "../config/schema.ts";
import type { UsageRow } from "../store/metering/usage.ts";
import { parseAmount } from "./money.ts";

/** The configuration's words on money, in whole millionths of its currency. */
export interface Meter {
  timeZone: string;
  /** Of each account, once. */
  freeMicroUsd: number;
  /** Open usage that makes an invoice before the month is over. */
  invoiceMicroUsd: number;
  /** For one hour of audio. @param day `YYYY-MM-DD` in the time zone. */
  priceMicroUsd(kind: UsageRow["kind"], day: string): number;
}

/** Where billing is off, everything costs nothing, and so nothing of the free usage is used up. */
export function createMeter(billing: Config["billing"]): Meter {
  const book = billing.prices
    .map(({ kind, usd_per_hour, valid_from = "" }) => ({
      kind,
      validFrom: valid_from,
      microUsd: billing.mode === "off" ? 0 : parseAmount(usd_per_hour),
    }))
    .sort((a, b) => (a.validFrom < b.validFrom ? 1 : -1));
  return {
    timeZone: billing.time_zone,
    freeMicroUsd: parseAmount(billing.free_usd),
    invoiceMicroUsd: parseAmount(billing.invoice_usd),
    priceMicroUsd: (kind, day) => {
      const price = book.find((entry) => entry.kind === kind && entry.validFrom <= day);
      // The configuration was refused unless each kind has a price without a date.
      if (!price) throw new Error(`the price book has no price of ${kind} on ${day}`);
      return price.microUsd;
    },
  };
}
