/** How the server did in the last days: points of a plot, and when it did not do well. */
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import type { Slices } from "../lib/slices.ts";
import { DAY_MS, MINUTE_MS } from "../lib/units.ts";
import type { Db } from "../store/db.ts";
import {
  type CodeCount,
  firstHealthMinute,
  type HealthMinute,
  healthMinutes,
  type MinuteRange,
} from "../store/health/health-minutes.ts";

const MINUTES_OF_DAY = DAY_MS / MINUTE_MS;
/** How many minutes a point may stand for. */
const STEPS = [5, 15, 30, 60, 120, 360] as const;

/** Times are minutes since the epoch. */
export interface HealthPoint {
  minute: number;
  /** Those that have a row; the others were not watched. */
  recorded: number;
  degraded: number;
  unavailable: number;
  dictations: number;
  /** The mean of the minutes' medians, by their dictations; null if there were none. */
  p50Ms: number | null;
  /** The highest of the minutes'. */
  p95Ms: number | null;
  oldestWaitMs: number;
  errors: number;
}

/** One after another alike; `unrecorded` if there are no rows between others. */
export interface Outage extends MinuteRange {
  state: "degraded" | "unavailable" | "unrecorded";
  causes: string[];
}

export interface HealthHistory extends MinuteRange {
  stepMinutes: number;
  points: HealthPoint[];
  /** The newest first. */
  outages: Outage[];
  /** The most frequent first. */
  errors: CodeCount[];
}

/** @param days up to the minute that is over. */
export function* healthHistory({ db, clock }: { db: Db; clock: Clock }, days: number): Slices<HealthHistory> {
  const stepMinutes = stepFor(days);
  const to = Math.floor(clock.now() / MINUTE_MS);
  const from = Math.floor((to - days * MINUTES_OF_DAY) / stepMinutes) * stepMinutes;
  const points = new Points(from, to, stepMinutes);
  const outages = new Outages(Math.max(from, firstHealthMinute(db) ?? to));
  for (let next = from; next < to; ) {
    const rows = healthMinutes(db, { from: next, to }, limits.healthRowsAtOnce);
    for (const row of rows) {
      points.add(row);
      outages.add(row);
    }
    if (rows.length < limits.healthRowsAtOnce) break;
    next = (rows.at(-1) as HealthMinute).minute + 1;
    yield;
  }
  return { from, to, stepMinutes, points: points.all, errors: points.errors, outages: outages.upTo(to) };
}

function stepFor(days: number): number {
  const fits = (step: number) => (days * MINUTES_OF_DAY) / step <= limits.healthPoints;
  return STEPS.find(fits) ?? STEPS[STEPS.length - 1] ?? MINUTES_OF_DAY;
}

class Points {
  readonly all: HealthPoint[] = [];
  readonly #from: number;
  readonly #step: number;
  readonly #errors = new Map<string, number>();

  constructor(from: number, to: number, step: number) {
    this.#from = from;
    this.#step = step;
    for (let minute = from; minute < to; minute += step) this.all.push(emptyPoint(minute));
  }

  get errors(): CodeCount[] {
    return [...this.#errors].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
  }

  add({ minute, state, dictations, p50Ms, p95Ms, oldestWaitMs, errors }: HealthMinute): void {
    const point = this.all[Math.floor((minute - this.#from) / this.#step)];
    if (point === undefined) return;
    point.recorded += 1;
    if (state !== "ok") point[state] += 1;
    if (p50Ms !== null) {
      const before = (point.p50Ms ?? 0) * point.dictations;
      point.p50Ms = (before + p50Ms * dictations) / (point.dictations + dictations);
    }
    if (p95Ms !== null) point.p95Ms = Math.max(p95Ms, point.p95Ms ?? 0);
    point.dictations += dictations;
    point.oldestWaitMs = Math.max(point.oldestWaitMs, oldestWaitMs);
    for (const { code, count } of errors) {
      point.errors += count;
      this.#errors.set(code, (this.#errors.get(code) ?? 0) + count);
    }
  }
}

function emptyPoint(minute: number): HealthPoint {
  return {
    ...{ minute, recorded: 0, degraded: 0, unavailable: 0, dictations: 0 },
    ...{ p50Ms: null, p95Ms: null, oldestWaitMs: 0, errors: 0 },
  };
}

class Outages {
  readonly #all: Outage[] = [];
  /** The minute that has to follow. */
  #next: number;

  constructor(from: number) {
    this.#next = from;
  }

  add({ minute, state, causes }: HealthMinute): void {
    this.#isMissingUpTo(minute);
    this.#next = minute + 1;
    if (state === "ok") return;
    const last = this.#all.at(-1);
    if (last?.state !== state || last.to !== minute)
      this.#begin({ state, from: minute, to: minute + 1, causes: [...causes] });
    else {
      last.to = minute + 1;
      last.causes = [...new Set([...last.causes, ...causes])];
    }
  }

  /** The newest first. The last minute need not be written yet. */
  upTo(to: number): Outage[] {
    if (to - this.#next > 1) this.#isMissingUpTo(to);
    return this.#all.toReversed();
  }

  #isMissingUpTo(minute: number): void {
    if (minute > this.#next) this.#begin({ state: "unrecorded", from: this.#next, to: minute, causes: [] });
  }

  #begin(outage: Outage): void {
    this.#all.push(outage);
    if (this.#all.length > limits.healthOutages) this.#all.shift();
  }
}
