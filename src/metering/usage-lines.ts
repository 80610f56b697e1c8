/** Sums of the ledger, for programs and spreadsheets. */

import { csv } from "../lib/csv.ts";
import { wireForm } from "../lib/wire-form.ts";
import type { UsageTotals } from "../store/metering/usage.ts";
import { formatAmount } from "./money.ts";

export interface UsedJson {
  requests: number;
  audio_seconds: number;
  billed_seconds: number;
  /** Money; absent if billing is off. */
  amount_micro_usd?: number;
  free_micro_usd?: number;
  charged_micro_usd?: number;
}

const USED = ["requests", "audio_seconds", "billed_seconds"] as const;
const MONEY = ["amount", "free", "charged"] as const;

/** @param currency null: without money. */
export function totalsJson(totals: UsageTotals, currency: string | null): UsedJson {
  return {
    ...wireForm(totals, "requests", "audioSeconds", "billedSeconds"),
    ...(currency !== null && {
      amount_micro_usd: totals.amountMicroUsd,
      free_micro_usd: totals.freeMicroUsd,
      charged_micro_usd: totals.amountMicroUsd - totals.freeMicroUsd,
    }),
  };
}

/** The headings of `usedCells`. */
export function usedHeadings(currency: string | null): string[] {
  return [...USED, ...(currency === null ? [] : [...MONEY.map((sum) => `${sum}_usd`), "currency"])];
}

export function usedCells(used: UsedJson, currency: string | null): (string | number)[] {
  const money = MONEY.map((sum) => formatAmount(used[`${sum}_micro_usd`] ?? 0));
  return [...USED.map((name) => used[name]), ...(currency === null ? [] : [...money, currency])];
}

/** As a spreadsheet reads it. @param columns those before the sums. */
export function usedCsv<Column extends string>(
  columns: readonly Column[],
  lines: readonly (UsedJson & { [column in Column]?: string | null })[],
  currency: string | null,
): string {
  const records = lines.map((line) => [
    ...columns.map((column) => line[column] ?? ""),
    ...usedCells(line, currency),
  ]);
  return csv([[...columns, ...usedHeadings(currency)], ...records]);
}
