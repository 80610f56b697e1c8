/** Writes down how the server does, minute by minute, beside its requests. A minute that was not watched whole has no row. */
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import { percentile } from "../../lib/percentile.ts";
import { Recurring } from "../../lib/recurring.ts";
import { DAY_MS, MINUTE_MS } from "../../lib/units.ts";
import { unlessLocked } from "../../store/database/write-lock.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  addHealthMinute,
  type CodeCount,
  expireHealthMinutes,
  HEALTH_STATES,
  type HealthMinute,
  type HealthState,
} from "../../store/health/health-minutes.ts";
import { endedJobs } from "../../store/transcription/jobs.ts";
import type { Middleware } from "../../web/route.ts";

export interface HealthRecordsOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** The parts of the server that are not ok now. */
  look: () => Promise<ReadonlyMap<string, HealthState>>;
  oldestWaitMs: () => Readonly<Record<string, number>>;
  /** Whether the clock jumped, and nobody has said yet that it is right. */
  clockIsUnsure: () => boolean;
}

/** Counts of a minute, whether or not all of it was watched. */
interface Counts {
  dictations: number;
  /** In milliseconds, of the last ones. */
  durations: number[];
  errors: Map<string, number>;
}

interface Watched {
  minute: number;
  /** From its beginning on. */
  isWhole: boolean;
  causes: Map<string, HealthState>;
  oldestWaitMs: number;
}

interface Look {
  at: number;
  ms: number;
}

const DICTATIONS = "/v1/dictations";
/** Of a minute with more codes than its row has room for. */
const OTHER = "other";

export class HealthRecords {
  readonly #options: HealthRecordsOptions;
  readonly #recurring: Recurring;
  readonly #counts = new Map<number, Counts>();
  /** Minutes that are over and not written. */
  readonly #pending: HealthMinute[] = [];
  #last: Look | null = null;
  #watched: Watched | null = null;
  /** Failed jobs that were counted already, by code. */
  #failedJobs = new Map<string, number>();

  constructor(options: HealthRecordsOptions) {
    this.#options = options;
    this.#failedJobs = failedJobs();
    this.#recurring = new Recurring({
      everyMs: limits.healthLookMs,
      work: () => this.look(),
      failure: "health_not_recorded",
      logger: options.logger,
    });
  }

  start(): void {
    this.#recurring.start();
  }

  close(): Promise<void> {
    return this.#recurring.close();
  }

  /** Outside of all that answers, as metrics are. */
  readonly requests: Middleware = (next) => async (exchange) => {
    const { clock } = this.#options;
    const beganMs = clock.monotonic();
    const answer = await next(exchange);
    const counts = this.#countsOf(minuteOf(clock.now()));
    if (exchange.errorCode !== null) count(counts.errors, exchange.errorCode, 1);
    const { method, path } = exchange.route;
    if (path === DICTATIONS && method === "POST" && answer.ok) {
      counts.durations[counts.dictations % limits.healthDurations] = clock.monotonic() - beganMs;
      counts.dictations += 1;
    }
    return answer;
  };

  /** Looks at the server; if a minute is over since the last look, it is written. */
  async look(): Promise<void> {
    const { clock, look, oldestWaitMs } = this.#options;
    const causes = await look();
    const now: Look = { at: clock.now(), ms: clock.monotonic() };
    this.#countFailedJobs(minuteOf(now.at));
    const { watched } = this.#turnTo(now);
    for (const [part, state] of causes) watched.causes.set(part, worse(state, watched.causes.get(part)));
    watched.oldestWaitMs = Math.max(watched.oldestWaitMs, ...Object.values(oldestWaitMs()));
    this.#write();
  }

  /** The minute of this look; the one before is taken down if it was watched whole. */
  #turnTo(now: Look): { watched: Watched } {
    const minute = minuteOf(now.at);
    const isUnbroken = this.#isUnbroken(now);
    this.#last = now;
    const before = this.#watched;
    if (before?.minute === minute && isUnbroken) return { watched: before };
    const follows = isUnbroken && before?.minute === minute - 1;
    if (follows && before.isWhole) this.#takeDown(before);
    for (const each of this.#counts.keys()) if (each !== minute || !follows) this.#counts.delete(each);
    this.#watched = { minute, isWhole: follows, causes: new Map(), oldestWaitMs: 0 };
    return { watched: this.#watched };
  }

  /** Whether this look follows on the last one, and the clock of days went on as the one that never jumps. */
  #isUnbroken(now: Look): boolean {
    if (this.#last === null || this.#options.clockIsUnsure()) return false;
    const passedMs = now.ms - this.#last.ms;
    const stepMs = now.at - this.#last.at - passedMs;
    return passedMs <= limits.healthSilenceMs && Math.abs(stepMs) <= limits.healthClockStepMs;
  }

  #takeDown({ minute, causes, oldestWaitMs }: Watched): void {
    const { dictations, durations, errors } = this.#countsOf(minute);
    const worstFirst = [...causes].sort(([, one], [, other]) => rank(other) - rank(one));
    const part = (share: number) => (dictations === 0 ? null : Math.round(percentile(durations, share)));
    this.#pending.push({
      minute,
      state: worstFirst[0]?.[1] ?? "ok",
      causes: worstFirst.slice(0, limits.healthCauses).map(([name]) => name),
      dictations,
      p50Ms: part(0.5),
      p95Ms: part(0.95),
      oldestWaitMs: Math.round(oldestWaitMs),
      errors: mostFrequent(errors),
    });
    if (this.#pending.length > limits.healthPending) this.#pending.shift();
  }

  /** While another process holds the lock, they wait. */
  #write(): void {
    const { db, clock } = this.#options;
    if (this.#pending.length === 0) return;
    unlessLocked(db, () => {
      inTransaction(db, () => {
        for (const minute of this.#pending) addHealthMinute(db, minute);
        const before = minuteOf(clock.forAges() - limits.healthDays * DAY_MS);
        expireHealthMinutes(db, before, limits.healthRowsAtOnce);
      });
      this.#pending.length = 0;
    });
  }

  #countsOf(minute: number): Counts {
    let counts = this.#counts.get(minute);
    if (counts === undefined) {
      counts = { dictations: 0, durations: [], errors: new Map() };
      this.#counts.set(minute, counts);
    }
    return counts;
  }

  #countFailedJobs(minute: number): void {
    const failed = failedJobs();
    const { errors } = this.#countsOf(minute);
    for (const [code, value] of failed) {
      const more = value - (this.#failedJobs.get(code) ?? 0);
      if (more > 0) count(errors, code, more);
    }
    this.#failedJobs = failed;
  }
}

function failedJobs(): Map<string, number> {
  const failed = endedJobs.counts.filter(({ labels }) => labels.state === "failed");
  return new Map(failed.map(({ labels, value }) => [labels.code, value]));
}

function count(counts: Map<string, number>, code: string, by: number): void {
  counts.set(code, (counts.get(code) ?? 0) + by);
}

/** The rest is counted together. */
function mostFrequent(errors: ReadonlyMap<string, number>): CodeCount[] {
  const all = [...errors].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
  if (all.length <= limits.healthCodes) return all;
  const rest = all.splice(limits.healthCodes - 1);
  return [...all, { code: OTHER, count: rest.reduce((sum, { count }) => sum + count, 0) }];
}

function worse(one: HealthState, other: HealthState = "ok"): HealthState {
  return rank(one) >= rank(other) ? one : other;
}

function rank(state: HealthState): number {
  return HEALTH_STATES.indexOf(state);
}

function minuteOf(epochMs: number): number {
  return Math.floor(epochMs / MINUTE_MS);
}
