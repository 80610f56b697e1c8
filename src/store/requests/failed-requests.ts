/** Requests that failed: counts by hour, account and code for a day, and by account and day for monthly reports. */
import { HOUR_MS } from "../../lib/units.ts";
import { type Db, perDatabase } from "../db.ts";

/** Of one account (empty: the caller was not known) and code. */
export interface FailedRequests {
  accountId: string;
  code: string;
  requests: number;
  /** When the last one was answered; milliseconds since the epoch. */
  lastAt: number;
}

/** Null stands for any. */
export interface FailedFilter {
  accountId: string | null;
  code: string | null;
  /** Of what was counted in the hours from that of this time on. */
  sinceMs: number;
  limit: number;
}

interface Expired {
  beforeHour: number;
  beforeDay: string;
  limit: number;
}

/** An account that was removed is not named again. */
export const IS_THERE = `(@accountId = '' OR EXISTS (SELECT 1 FROM users WHERE id = @accountId)
  OR EXISTS (SELECT 1 FROM organizations WHERE id = @accountId))`;

const statements = perDatabase((db) => ({
  add: db.prepare<[FailedRequests & { hour: number }]>(
    `INSERT INTO failed_requests (hour, account_id, code, requests, last_at)
     SELECT @hour, @accountId, @code, @requests, @lastAt WHERE ${IS_THERE}
     ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, last_at = max(last_at, excluded.last_at)`,
  ),
  addToDay: db.prepare<[FailedRequests & { day: string }]>(
    `INSERT INTO failed_request_days (account_id, day, requests)
     SELECT @accountId, @day, @requests WHERE ${IS_THERE}
     ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
  ),
  list: db.prepare<[Omit<FailedFilter, "sinceMs"> & { sinceHour: number }], FailedRequests>(
    `SELECT account_id AS accountId, code, sum(requests) AS requests, max(last_at) AS lastAt FROM failed_requests
     WHERE hour >= @sinceHour AND (@accountId IS NULL OR account_id = @accountId) AND (@code IS NULL OR code = @code)
     GROUP BY account_id, code ORDER BY 3 DESC, account_id, code LIMIT @limit`,
  ),
  expireHours: db.prepare<[Expired]>(
    "DELETE FROM failed_requests WHERE rowid IN (SELECT rowid FROM failed_requests WHERE hour < @beforeHour LIMIT @limit)",
  ),
  expireDays: db.prepare<[Expired]>(
    `DELETE FROM failed_request_days WHERE rowid IN
       (SELECT rowid FROM failed_request_days WHERE day < @beforeDay LIMIT @limit)`,
  ),
}));

/** Adds to what was counted before. @param day `YYYY-MM-DD`, to which a monthly report puts it down. */
export function addFailedRequests(db: Db, failed: FailedRequests, day: string): void {
  statements(db).add.run({ ...failed, hour: hourOf(failed.lastAt) });
  statements(db).addToDay.run({ ...failed, day });
}

/** The most frequent first. */
export function listFailedRequests(db: Db, { sinceMs, ...filter }: FailedFilter): FailedRequests[] {
  return statements(db).list.all({ ...filter, sinceHour: hourOf(sinceMs) });
}

/**
 * Removes what was counted in hours before that of `beforeMs`, and on days before `beforeDay`: of each at most `limit`
 * rows at a time.
 */
export function expireFailedRequests(db: Db, beforeMs: number, beforeDay: string, limit: number): void {
  const expired = { beforeHour: hourOf(beforeMs), beforeDay, limit };
  statements(db).expireHours.run(expired);
  statements(db).expireDays.run(expired);
}

/** The hour's number since the epoch. */
export function hourOf(epochMs: number): number {
  return Math.floor(epochMs / HOUR_MS);
}
