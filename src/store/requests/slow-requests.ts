/** The slowest requests of each route and hour, with their steps: ids, names of the program's own and durations. */
import type { Slices } from "../../lib/slices.ts";
import { insertInOrder } from "../../lib/sorted.ts";
import type { Db } from "../db.ts";
import { change, row, rows, value } from "../statements.ts";
import { hourOf, IS_THERE } from "./failed-requests.ts";

/** Both in milliseconds; `began` since the request did. */
export interface RequestStep {
  name: string;
  began: number;
  duration: number;
}

export interface SlowRequest {
  requestId: string;
  /** Empty if the caller was not known. */
  accountId: string;
  /** Method and path, such as `GET /v1/sessions/:session`. */
  route: string;
  status: number;
  /** Of the error; empty if there was none. */
  code: string;
  /** Milliseconds since the epoch. */
  beganAt: number;
  durationMs: number;
  steps: RequestStep[];
}

/** Null stands for any. */
export interface SlowFilter {
  accountId: string | null;
  route: string | null;
  /** From the hour of this time on. */
  sinceMs: number;
  limit: number;
}

/** As much of one as its place among others depends on. */
type Slowness = Pick<SlowRequest, "requestId" | "durationMs">;
type OfHour = Omit<SlowFilter, "sinceMs"> & { hour: number };

type Row = Omit<SlowRequest, "steps"> & { steps: string };

const insert = change<[Row & { hour: number }]>(
  `INSERT INTO slow_requests (request_id, account_id, route, hour, status, code, began_at, duration_ms, steps)
   SELECT @requestId, @accountId, @route, @hour, @status, @code, @beganAt, @durationMs, @steps WHERE ${IS_THERE}`,
);
const keepSlowest = change<[{ route: string; hour: number; kept: number }]>(
  `DELETE FROM slow_requests WHERE request_id IN (
     SELECT request_id FROM slow_requests WHERE hour = @hour AND route = @route
     ORDER BY duration_ms DESC, request_id LIMIT -1 OFFSET @kept)`,
);
const nextHour = value<[number], number | null>("SELECT min(hour) FROM slow_requests WHERE hour > ?");
const ofHour = rows<[OfHour], Slowness>(
  `SELECT request_id AS requestId, duration_ms AS durationMs FROM slow_requests
   WHERE hour = @hour AND (@accountId IS NULL OR account_id = @accountId) AND (@route IS NULL OR route = @route)
   ORDER BY duration_ms DESC, request_id LIMIT @limit`,
);
const byId = row<[string], Row>(
  `SELECT request_id AS requestId, account_id AS accountId, route, status, code, began_at AS beganAt,
     duration_ms AS durationMs, steps FROM slow_requests WHERE request_id = ?`,
);
const expire = change<[{ beforeHour: number; limit: number }]>(
  `DELETE FROM slow_requests WHERE request_id IN
     (SELECT request_id FROM slow_requests WHERE hour < @beforeHour LIMIT @limit)`,
);

/** Of each route and hour, the `kept` slowest stay. */
export function addSlowRequests(db: Db, requests: readonly SlowRequest[], kept: number): void {
  const places = new Map<string, { route: string; hour: number }>();
  for (const request of requests) {
    const { route } = request;
    const hour = hourOf(request.beganAt);
    insert(db, { ...request, hour, steps: JSON.stringify(request.steps) });
    places.set(`${hour} ${route}`, { route, hour });
  }
  for (const place of places.values()) keepSlowest(db, { ...place, kept });
}

/** The slowest first. In slices: hour by hour, and then those that are listed. */
export function* listSlowRequests(db: Db, { sinceMs, ...filter }: SlowFilter): Slices<SlowRequest[]> {
  const slowest: Slowness[] = [];
  for (let hour = hourOf(sinceMs) - 1; ; yield) {
    const next = nextHour(db, hour);
    if (next === null) break;
    hour = next;
    for (const one of ofHour(db, { ...filter, hour }))
      insertInOrder(slowest, one, slowestFirst, filter.limit);
  }
  const requests: SlowRequest[] = [];
  for (const { requestId } of slowest) {
    const row = byId(db, requestId);
    // It may be gone meanwhile.
    if (row !== null) requests.push({ ...row, steps: JSON.parse(row.steps) as RequestStep[] });
    yield;
  }
  return requests;
}

function slowestFirst(one: Slowness, other: Slowness): number {
  return other.durationMs - one.durationMs || (one.requestId < other.requestId ? -1 : 1);
}

/** Removes at most `limit` of those that began in hours before that of `beforeMs`. @returns whether there may be more. */
export function expireSlowRequests(db: Db, beforeMs: number, limit: number): boolean {
  return expire(db, { beforeHour: hourOf(beforeMs), limit }) === limit;
}
