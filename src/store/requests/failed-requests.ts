/** Requests that failed: counts by hour, account and code for a day, and by account and day for monthly reports. */
import { limits } from "../../config/limits.ts";
import type { Slices } from "../../lib/slices.ts";
import { insertInOrder } from "../../lib/sorted.ts";
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

/** Where a page of them begins: after this one. */
interface After {
  hour: number;
  accountId: string;
  code: string;
}

interface Expired {
  beforeHour: number;
  beforeDay: string;
  limit: number;
}

/** After every id and code. */
const LAST = "\u{10ffff}";

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
  page: db.prepare<[After & { rows: number }], FailedRequests & { hour: number }>(
    `SELECT hour, account_id AS accountId, code, requests, last_at AS lastAt FROM failed_requests
     WHERE (hour, account_id, code) > (@hour, @accountId, @code) ORDER BY hour, account_id, code LIMIT @rows`,
  ),
  ofAccount: db.prepare<[string, number], FailedRequests>(
    `SELECT account_id AS accountId, code, requests, last_at AS lastAt FROM failed_requests
     WHERE account_id = ? AND hour >= ?`,
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
  const { ofAccount, page } = statements(db);
  const hour = hourOf(sinceMs);
  if (accountId !== null) {
    yield ofAccount.all(accountId, hour);
    return;
  }
  for (let after: After | undefined = { hour: hour - 1, accountId: LAST, code: LAST }; after; ) {
    const rows = page.all({ ...after, rows: limits.requestRowsAtOnce });
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
  const { expireHours, expireDays } = statements(db);
  const expired = { beforeHour: hourOf(beforeMs), beforeDay, limit };
  const removed = [expireHours.run(expired), expireDays.run(expired)];
  return removed.some(({ changes }) => changes === limit);
}

/** The hour's number since the epoch. */
export function hourOf(epochMs: number): number {
  return Math.floor(epochMs / HOUR_MS);
}
