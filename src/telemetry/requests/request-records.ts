/** Records of requests for a day, for sites without a collector: which failed, and the slowest with their steps. */
import { AsyncLocalStorage } from "node:async_hooks";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Logger } from "../../lib/logger.ts";
import { Recurring } from "../../lib/recurring.ts";
import type { Slices } from "../../lib/slices.ts";
import { addTracer } from "../../lib/tracing.ts";
import { DAY_MS } from "../../lib/units.ts";
import { dayOf } from "../../metering/calendar.ts";
import { unlessLocked } from "../../store/database/write-lock.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  addFailedRequests,
  expireFailedRequests,
  type FailedRequests,
} from "../../store/requests/failed-requests.ts";
import {
  addSlowRequests,
  expireSlowRequests,
  type RequestStep,
  type SlowRequest,
} from "../../store/requests/slow-requests.ts";
import type { Exchange, Middleware } from "../../web/route.ts";

export interface RequestRecordsOptions {
  db: Db;
  clock: Clock;
  logger: Logger;
  config: Pick<Config, "billing">;
}

/** The steps of a request that is being answered. Work after its answer, such as a stored job, is not its time. */
interface Steps {
  beganMs: number;
  done: RequestStep[];
}

export class RequestRecords {
  readonly #options: RequestRecordsOptions;
  readonly #running = new AsyncLocalStorage<Steps>();
  readonly #recurring: Recurring;
  readonly #endTracing: () => void;
  /** Since they were last written: of each account and code, and of each route the slowest, the slowest first. */
  readonly #failed = new Map<string, FailedRequests>();
  readonly #slowest = new Map<string, SlowRequest[]>();

  constructor(options: RequestRecordsOptions) {
    this.#options = options;
    this.#recurring = new Recurring({
      everyMs: limits.requestsWrittenEveryMs,
      work: () => this.write(),
      failure: "requests_not_recorded",
      logger: options.logger,
    });
    this.#endTracing = addTracer({ step: (name, work) => this.#step(name, () => work(() => {})) });
  }

  start(): void {
    this.#recurring.start();
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    this.#endTracing();
    await this.#recurring.close();
    await this.#recurring.run();
  }

  /** Outside of all other middleware but metrics and traces. */
  readonly requests: Middleware = (next) => async (exchange) => {
    const steps: Steps = { beganMs: this.#options.clock.monotonic(), done: [] };
    const answer = await this.#running.run(steps, () => next(exchange));
    this.#note(exchange, answer.status, steps);
    return answer;
  };

  /** Nothing is lost where another process holds the lock: the next time writes it. */
  write(): Promise<void> {
    return inTurns(this.#writing(), limits.requestsTurnMs);
  }

  /** Some rows at a time: everything at once would hold up all requests. */
  *#writing(): Slices<void> {
    const { db, clock, config } = this.#options;
    const timeZone = config.billing.time_zone;
    for (const keys of inGroups([...this.#failed.keys()], limits.requestRowsAtOnce)) {
      this.#writeOf(this.#failed, keys, (each) => {
        for (const failed of each) addFailedRequests(db, failed, dayOf(failed.lastAt, timeZone));
      });
      yield;
    }
    const routesAtOnce = limits.requestRowsAtOnce / limits.slowRequestsOfRoute;
    for (const routes of inGroups([...this.#slowest.keys()], routesAtOnce)) {
      this.#writeOf(this.#slowest, routes, (each) =>
        addSlowRequests(db, each.flat(), limits.slowRequestsOfRoute),
      );
      yield;
    }
    const age = clock.forAges();
    const before = age - limits.requestsKeptMs;
    const beforeDay = dayOf(age - limits.failedRequestDays * DAY_MS, timeZone);
    yield* this.#remove((rows) => expireFailedRequests(db, before, beforeDay, rows));
    yield* this.#remove((rows) => expireSlowRequests(db, before, rows));
  }

  /** Written records are forgotten here. */
  #writeOf<T>(pending: Map<string, T>, keys: readonly string[], add: (values: T[]) => void): void {
    const { db } = this.#options;
    const values = keys.map((key) => pending.get(key)).filter((value) => value !== undefined);
    unlessLocked(db, () => {
      inTransaction(db, () => add(values));
      for (const key of keys) pending.delete(key);
    });
  }

  *#remove(some: (rows: number) => boolean): Slices<void> {
    const { db } = this.#options;
    for (let isMore = true; isMore; ) {
      isMore = false;
      unlessLocked(db, () => {
        isMore = inTransaction(db, () => some(limits.requestRowsAtOnce));
      });
      yield;
    }
  }

  async #step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const steps = this.#running.getStore();
    if (steps === undefined || steps.done.length >= limits.slowRequestSteps) return work();
    const beganMs = this.#options.clock.monotonic();
    try {
      return await work();
    } finally {
      const began = rounded(beganMs - steps.beganMs);
      const duration = rounded(this.#options.clock.monotonic() - beganMs);
      if (steps.done.length < limits.slowRequestSteps) steps.done.push({ name, began, duration });
    }
  }

  #note(exchange: Exchange, status: number, { beganMs, done }: Steps): void {
    const { clock } = this.#options;
    const durationMs = clock.monotonic() - beganMs;
    const now = clock.now();
    const accountId = exchange.principal?.accountId ?? exchange.logIn?.userId ?? "";
    const code = exchange.errorCode ?? "";
    if (code !== "") this.#count(accountId, code, now);
    this.#rank({
      requestId: exchange.requestId,
      accountId,
      route: `${exchange.route.method} ${exchange.route.path}`,
      status,
      code,
      beganAt: Math.round(now - durationMs),
      durationMs: rounded(durationMs),
      steps: done.toSorted((a, b) => a.began - b.began),
    });
  }

  #count(accountId: string, code: string, lastAt: number): void {
    const known = this.#failed.get(`${code} ${accountId}`);
    if (known) {
      known.requests += 1;
      known.lastAt = lastAt;
    } else if (accountId === "" || this.#failed.size < limits.failedRequestsPending) {
      this.#failed.set(`${code} ${accountId}`, { accountId, code, requests: 1, lastAt });
    } else this.#count("", code, lastAt);
  }

  #rank(request: SlowRequest): void {
    const slowest = this.#slowest.get(request.route) ?? [];
    const last = slowest[limits.slowRequestsOfRoute - 1];
    if (last !== undefined && last.durationMs >= request.durationMs) return;
    slowest.push(request);
    slowest.sort((a, b) => b.durationMs - a.durationMs);
    slowest.splice(limits.slowRequestsOfRoute);
    this.#slowest.set(request.route, slowest);
  }
}

/** Milliseconds with microseconds. */
function rounded(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function* inGroups<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
