/** The data of monthly reports, in pieces that are read quickly, and the written reports. */

import type { Db } from "../db.ts";
import { change, count, exists, row, value } from "../statements.ts";

/** Of an account in a month or on a day. */
export interface MonthTotals {
  requests: number;
  /** Of the requests; the others are recordings. */
  dictations: number;
  audioSeconds: number;
  billedSeconds: number;
}

/** Days from `since` (inclusive) until `until` (exclusive). */
interface Within {
  accountId: string;
  since: string;
  until: string;
}

const ofDay = row<[string, string], MonthTotals>(
  `SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(dictations), 0) AS dictations,
     coalesce(sum(audio_seconds), 0) AS audioSeconds, coalesce(sum(billed_seconds), 0) AS billedSeconds
   FROM usage_sums WHERE account_id = ? AND day = ?`,
);

/** The first after `after`, by id, of the accounts that ever used anything or failed; null after the last. */
export const nextReportedAccount = value<[after: string], string | null>(
  `SELECT min(id) FROM (
       SELECT min(account_id) AS id FROM usage_sums WHERE account_id > ?1
       UNION ALL SELECT min(account_id) FROM failed_request_days WHERE account_id > ?1)`,
);

export const hasUsageWithin = exists<[within: Within]>(
  "SELECT 1 FROM usage_sums WHERE account_id = @accountId AND day >= @since AND day < @until LIMIT 1",
);

export function totalsOfDay(db: Db, accountId: string, day: string): MonthTotals {
  return ofDay(db, accountId, day) as MonthTotals;
}

export const failedWithin = count<[within: Within]>(
  `SELECT coalesce(sum(requests), 0) FROM failed_request_days
   WHERE account_id = @accountId AND day >= @since AND day < @until`,
);

/** The last one, up to that of `newest` (`YYYY-MM`); null if none was written. */
export const lastWrittenReport = value<[newest: string], string | null>(
  "SELECT max(month) FROM written_reports WHERE month <= ?",
);

export const setReportWritten = change<[month: string, atMs: number]>(
  "INSERT OR REPLACE INTO written_reports VALUES (?, ?)",
);
