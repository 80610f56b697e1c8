/** How the server did in each minute of the last months. */

import { type Db, perDatabase } from "../db.ts";
import { change, value } from "../statements.ts";

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

const statements = perDatabase((db) => ({
  addCode: db.prepare<[string]>("INSERT INTO health_codes (code) VALUES (?) ON CONFLICT DO NOTHING"),
  codeId: db.prepare<[string], number>("SELECT id FROM health_codes WHERE code = ?").pluck(),
  codes: db.prepare<[], { id: number; code: string }>("SELECT id, code FROM health_codes"),
  removeFrom: db.prepare<[number]>("DELETE FROM health_minutes WHERE minute >= ?"),
  insert: db.prepare<[Row]>(
    `INSERT INTO health_minutes VALUES (@minute, @state, @causes, @dictations, @p50Ms, @p95Ms, @oldestWaitMs, @errors)`,
  ),
  page: db.prepare<[MinuteRange & { limit: number }], Row>(
    `SELECT minute, state, causes, dictations, p50_ms AS p50Ms, p95_ms AS p95Ms, oldest_wait_ms AS oldestWaitMs, errors
     FROM health_minutes WHERE minute >= @from AND minute < @to ORDER BY minute LIMIT @limit`,
  ),
}));

/** Minutes at and after this one, which is over just now, were written by a clock that was wrong. Call it in a transaction. */
export function addHealthMinute(db: Db, { state, causes, errors, ...minute }: HealthMinute): void {
  const { removeFrom, insert } = statements(db);
  removeFrom.run(minute.minute);
  insert.run({
    ...minute,
    state: HEALTH_STATES.indexOf(state),
    causes: causes.join(" "),
    errors: errors.map(({ code, count }) => `${idOf(db, code)}:${count}`).join(" "),
  });
}

function idOf(db: Db, code: string): number {
  const { codeId, addCode } = statements(db);
  const known = codeId.get(code);
  return known ?? Number(addCode.run(code).lastInsertRowid);
}

/** The oldest first, at most `limit`. */
export function healthMinutes(db: Db, range: MinuteRange, limit: number): HealthMinute[] {
  const { page, codes } = statements(db);
  const names = new Map(codes.all().map(({ id, code }) => [id, code]));
  return page.all({ ...range, limit }).map(({ state, causes, errors, ...row }) => ({
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
