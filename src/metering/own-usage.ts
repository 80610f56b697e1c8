/** The usage of one account, as its own people see it. */
import type { Db } from "../store/db.ts";
import { usageBy } from "../store/metering/usage.ts";
import { nameOfCredential } from "./names.ts";
import { totalsJson, usedCsv } from "./usage-lines.ts";

export const OWN_USAGE_GROUPS = ["day", "month", "key"] as const;

export interface OwnUsageQuery {
  accountId: string;
  by: (typeof OWN_USAGE_GROUPS)[number];
  /** Days (`YYYY-MM-DD`): from this one, and before that one. */
  since: string | null;
  until: string | null;
}

export type OwnUsageLine = ReturnType<typeof ownUsage>[number];

/** A line for each that has usage; days and months in their order. @param currency null: without money. */
export function ownUsage(db: Db, { by, ...within }: OwnUsageQuery, currency: string | null) {
  return usageBy(db, by, within).map(({ day = null, month = null, keyId = null, ...totals }) => ({
    day,
    month,
    key_id: keyId,
    key_name: keyId === null ? null : nameOfCredential(db, keyId),
    ...totalsJson(totals, currency),
  }));
}

/** As a spreadsheet reads it. */
export function ownUsageCsv(
  by: OwnUsageQuery["by"],
  lines: readonly OwnUsageLine[],
  currency: string | null,
): string {
  return usedCsv(by === "key" ? ["key_id", "key_name"] : [by], lines, currency);
}
