/** Requests that failed: counts by hour, account and code for a day, and by account and day for monthly reports. */
import { limits } from "../../config/limits.ts";
import type { Slices } from "../../lib/slices.ts";
import { insertInOrder } from "../../lib/sorted.ts";
import { HOUR_MS } from "../../lib/units.ts";
import type { Db } from "../db.ts";
import { change, rows } from "../statements.ts";

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

/** Where a page of them begins: after this one. */
interface After {
  hour: number;
  accountId: string;
  code: string;
}

/** After every id and code. */
const LAST = "\u{10ffff}";

/** An account that was removed is not named again. */
export const IS_THERE = `(@accountId = '' OR EXISTS (SELECT 1 FROM users WHERE id = @accountId)
  OR EXISTS (SELECT 1 FROM organizations WHERE id = @accountId))`;

const add = change<[failed: FailedRequests & { hour: number }]>(
  `INSERT INTO failed_requests (hour, account_id, code, requests, last_at)
   SELECT @hour, @accountId, @code, @requests, @lastAt WHERE ${IS_THERE}
   ON CONFLICT DO UPDATE SET requests = requests + excluded.requests, last_at = max(last_at, excluded.last_at)`,
);
const addToDay = change<[failed: FailedRequests & { day: string }]>(
  `INSERT INTO failed_request_days (account_id, day, requests)
   SELECT @accountId, @day, @requests WHERE ${IS_THERE}
   ON CONFLICT DO UPDATE SET requests = requests + excluded.requests`,
);
const page = rows<[after: After & { rows: number }], FailedRequests & { hour: number }>(
  `SELECT hour, account_id AS accountId, code, requests, last_at AS lastAt FROM failed_requests
   WHERE (hour, account_id, code) > (@hour, @accountId, @code) ORDER BY hour, account_id, code LIMIT @rows`,
);
const ofAccount = rows<[accountId: string, fromHour: number], FailedRequests>(
  `SELECT account_id AS accountId, code, requests, last_at AS lastAt FROM failed_requests
   WHERE account_id = ? AND hour >= ?`,
);
const expireHours = change<[beforeHour: number, limit: number]>(
  "DELETE FROM failed_requests WHERE rowid IN (SELECT rowid FROM failed_requests WHERE hour < ? LIMIT ?)",
);
const expireDays = change<[beforeDay: string, limit: number]>(
  "DELETE FROM failed_request_days WHERE rowid IN (SELECT rowid FROM failed_request_days WHERE day < ? LIMIT ?)",
);

/** Adds to what was counted before. @param day `YYYY-MM-DD`, to which a monthly report puts it down. */
export function addFailedRequests(db: Db, failed: FailedRequests, day: string): void {
  add(db, { ...failed, hour: hourOf(failed.lastAt) });
  addToDay(db, { ...failed, day });
}

/** The most frequent first. In slices: of many accounts there is much to add up. */
export function* listFailedRequests(db: Db, filter: FailedFilter): Slices<FailedRequests[]> {
  const sums = new Map<string, FailedRequests>();
  for (const rows of pagesOf(db, filter)) {
    for (const row of rows) if (filter.code === null || row.code === filter.code) addTo(sums, row);
    yield;
  }
  const most: FailedRequests[] = [];
  for (const sum of sums.values()) {
    insertInOrder(most, sum, mostFirst, filter.limit);
    yield;
  }
  return most;
}

/** One account has a line for each hour and code at most. */
function* pagesOf(db: Db, { accountId, sinceMs }: FailedFilter): Generator<FailedRequests[], void> {
  const hour = hourOf(sinceMs);
  if (accountId !== null) {
    yield ofAccount(db, accountId, hour);
    return;
  }
  for (let after: After | undefined = { hour: hour - 1, accountId: LAST, code: LAST }; after; ) {
    const rows = page(db, { ...after, rows: limits.requestRowsAtOnce });
    yield rows;
    after = rows.at(-1);
  }
}

function addTo(
  sums: Map<string, FailedRequests>,
  { accountId, code, requests, lastAt }: FailedRequests,
): void {
  const key = `${code} ${accountId}`;
  const sum = sums.get(key);
  if (sum === undefined) return void sums.set(key, { accountId, code, requests, lastAt });
  sum.requests += requests;
  sum.lastAt = Math.max(sum.lastAt, lastAt);
}

function mostFirst(one: FailedRequests, other: FailedRequests): number {
  return (
    other.requests - one.requests || compare(one.accountId, other.accountId) || compare(one.code, other.code)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * Removes what was counted in hours before that of `beforeMs`, and on days before `beforeDay`: of each at most `limit`
 * rows. @returns whether there may be more.
 */
export function expireFailedRequests(db: Db, beforeMs: number, beforeDay: string, limit: number): boolean {
  const removed = [expireHours(db, hourOf(beforeMs), limit), expireDays(db, beforeDay, limit)];
  return removed.includes(limit);
}

/** The hour's number since the epoch. */
export function hourOf(epochMs: number): number {
  return Math.floor(epochMs / HOUR_MS);
}
