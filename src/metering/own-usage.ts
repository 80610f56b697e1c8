/** What one account used, as its own people see it. */
import { csv } from "../lib/csv.ts";
import type { Db } from "../store/db.ts";
import { usageBy } from "../store/metering/usage.ts";
import { formatUsd } from "./money.ts";
import { nameOfCredential } from "./names.ts";
import { totalsJson } from "./usage.ts";

export const OWN_USAGE_GROUPS = ["day", "month", "key"] as const;

export interface OwnUsageQuery {
  accountId: string;
  by: (typeof OWN_USAGE_GROUPS)[number];
  /** Days (`YYYY-MM-DD`): from this one, and before that one. */
  since: string | null;
  until: string | null;
}

export type OwnUsageLine = ReturnType<typeof ownUsage>[number];

/** A line for each that has usage; days and months in their order. */
export function ownUsage(db: Db, { by, ...within }: OwnUsageQuery) {
  return usageBy(db, by, within).map(({ day = null, month = null, keyId = null, ...totals }) => ({
    day,
    month,
    key_id: keyId,
    key_name: keyId === null ? null : nameOfCredential(db, keyId),
    ...totalsJson(totals),
  }));
}

/** As a spreadsheet reads it. */
export function ownUsageCsv(by: OwnUsageQuery["by"], lines: readonly OwnUsageLine[]): string {
  const who = by === "key" ? (["key_id", "key_name"] as const) : ([by] as const);
  const columns = [...who, "requests", "audio_seconds", "billed_seconds"] as const;
  const money = ["amount", "free", "charged"] as const;
  const records = lines.map((line) => [
    ...columns.map((column) => line[column] ?? ""),
    ...money.map((sum) => formatUsd(line[`${sum}_micro_usd`])),
  ]);
  return csv([[...columns, ...money.map((sum) => `${sum}_usd`)], ...records]);
}
