import type { UsageTotals } from "../store/usage.ts";

/** Sums of the ledger for programs. */
export function totalsJson(totals: UsageTotals) {
  return {
    requests: totals.requests,
    audio_seconds: totals.audioSeconds,
    billed_seconds: totals.billedSeconds,
    amount_micro_usd: totals.amountMicroUsd,
    free_micro_usd: totals.freeMicroUsd,
    charged_micro_usd: totals.amountMicroUsd - totals.freeMicroUsd,
  };
}
