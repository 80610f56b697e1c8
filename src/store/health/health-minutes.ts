/** How the server did in each minute of the last months. */

import type { Db } from "../db.ts";
import { change, insertion, rows, value } from "../statements.ts";

/** From the best to the worst. */
export const HEALTH_STATES = ["ok", "degraded", "unavailable"] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

export interface CodeCount {
  code: string;
  count: number;
}

export interface HealthMinute {
  /** Since the epoch, UTC. */
  minute: number;
  /** The worst in it. */
  state: HealthState;
  /** The parts that were not ok. */
  causes: readonly string[];
  dictations: number;
  /** Of them; null if there were none. */
  p50Ms: number | null;
  p95Ms: number | null;
  oldestWaitMs: number;
  errors: readonly CodeCount[];
}

/** Minutes from this one up to, but not including, that one. */
export interface MinuteRange {
  from: number;
  to: number;
}

interface Row extends Omit<HealthMinute, "state" | "causes" | "errors"> {
  state: number;
  causes: string;
  errors: string;
}

const addCode = insertion<[code: string]>(
  "INSERT INTO health_codes (code) VALUES (?) ON CONFLICT DO NOTHING",
);
const codeId = value<[code: string], number>("SELECT id FROM health_codes WHERE code = ?");
const allCodes = rows<[], { id: number; code: string }>("SELECT id, code FROM health_codes");
const removeFrom = change<[minute: number]>("DELETE FROM health_minutes WHERE minute >= ?");
const insert = change<[row: Row]>(
  `INSERT INTO health_minutes VALUES (@minute, @state, @causes, @dictations, @p50Ms, @p95Ms, @oldestWaitMs, @errors)`,
);
const page = rows<[range: MinuteRange & { limit: number }], Row>(
  `SELECT minute, state, causes, dictations, p50_ms AS p50Ms, p95_ms AS p95Ms, oldest_wait_ms AS oldestWaitMs, errors
   FROM health_minutes WHERE minute >= @from AND minute < @to ORDER BY minute LIMIT @limit`,
);

/** Minutes at and after this one, which is over just now, were written by a clock that was wrong. Call it in a transaction. */
export function addHealthMinute(db: Db, { state, causes, errors, ...minute }: HealthMinute): void {
  removeFrom(db, minute.minute);
  insert(db, {
    ...minute,
    state: HEALTH_STATES.indexOf(state),
    causes: causes.join(" "),
    errors: errors.map(({ code, count }) => `${codeId(db, code) ?? addCode(db, code)}:${count}`).join(" "),
  });
}

/** The oldest first, at most `limit`. */
export function healthMinutes(db: Db, range: MinuteRange, limit: number): HealthMinute[] {
  const names = new Map(allCodes(db).map(({ id, code }) => [id, code]));
  return page(db, { ...range, limit }).map(({ state, causes, errors, ...row }) => ({
    ...row,
    state: HEALTH_STATES[state] as HealthState,
    causes: wordsOf(causes),
    errors: wordsOf(errors).map((each) => {
      const [id, count] = each.split(":").map(Number) as [number, number];
      return { code: names.get(id) as string, count };
    }),
  }));
}

function wordsOf(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}

/** Null if there is none. */
export const firstHealthMinute = value<[], number | null>("SELECT min(minute) FROM health_minutes");

/** Removes at most `limit` of those before this minute. */
export const expireHealthMinutes = change<[before: number, limit: number]>(
  `DELETE FROM health_minutes WHERE minute IN
   (SELECT minute FROM health_minutes WHERE minute < ? ORDER BY minute LIMIT ?)`,
);
