/** The last day's failed and slowest requests, as programs read them: with the names of their accounts. */
import { limits } from "../config/limits.ts";
import { type Clock, toIsoTime } from "../lib/clock.ts";
import type { Db } from "../store/db.ts";
import { type FailedFilter, listFailedRequests } from "../store/requests/failed-requests.ts";
import { listSlowRequests, type SlowFilter } from "../store/requests/slow-requests.ts";
import { nameOfAccount } from "./names.ts";

interface Deps {
  db: Db;
  clock: Clock;
}

/** The most frequent first, counted in whole hours. */
export function* failedRequests({ db, clock }: Deps, filter: Omit<FailedFilter, "sinceMs">) {
  const failed = yield* listFailedRequests(db, { ...filter, sinceMs: clock.now() - limits.requestsKeptMs });
  return failed.map(({ accountId, code, requests, lastAt }) => ({
    code,
    ...whose(db, accountId),
    requests,
    last_at: toIsoTime(lastAt),
  }));
}

/** The slowest first. */
export function* slowRequests({ db, clock }: Deps, filter: Omit<SlowFilter, "sinceMs">) {
  const slow = yield* listSlowRequests(db, { ...filter, sinceMs: clock.now() - limits.requestsKeptMs });
  return slow.map(({ requestId, accountId, route, status, code, beganAt, durationMs, steps }) => ({
    request_id: requestId,
    ...whose(db, accountId),
    route,
    status,
    code: code || null,
    began_at: toIsoTime(beganAt),
    duration_ms: durationMs,
    steps: steps.map(({ name, began, duration }) => ({ name, began_ms: began, duration_ms: duration })),
  }));
}

/** Both null if the caller was not known, the name also if the account was deleted. */
function whose(db: Db, accountId: string) {
  return { account_id: accountId || null, account_name: nameOfAccount(db, accountId) };
}
