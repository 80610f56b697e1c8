/**
 * What an account may use up over time: audio per day, and room in the data folder. Both are asked before work is
 * taken on. A recording whose container does not state its length counts once it is done, so it may pass the daily
 * limit by itself; so may jobs that were taken up again after a restart.
 */
import { limits as bounds } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import type { Db } from "../store/db.ts";
import { audioSecondsOfDay } from "../store/metering/usage.ts";
import { storedJobBytes } from "../store/transcription/jobs.ts";
import { storedAnswerBytes } from "../store/work/idempotency.ts";
import { dayOf, nextDayStart } from "./calendar.ts";
import { limitsOf } from "./limits.ts";

export interface QuotaDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "limits" | "billing">;
}

export interface Demand {
  /** What the account's running work, which the database does not know yet, will come to. */
  underWay: number;
  /** What comes on top; 0 where it is not known yet. */
  more: number;
}

/** Whole or part seconds. @throws TiroError `rate_limit_exceeded`, until the next day. */
export function assertAudioLeft(deps: QuotaDeps, accountId: string, { underWay, more }: Demand): void {
  const { dailyAudioSeconds: limit } = limitsOf(deps, accountId);
  if (limit === null) return;
  const nowMs = deps.clock.now();
  const { time_zone: timeZone } = deps.config.billing;
  const used = audioSecondsToday(deps, accountId) + underWay;
  if (used < limit && used + more <= limit) return;
  throw new TiroError(
    "rate_limit_exceeded",
    `This account is limited to ${limit} seconds of recognized audio a day; ${Math.ceil(used)} are used or in progress. Wait for the next day (${timeZone}).`,
    { retryAfterSeconds: (nextDayStart(nowMs, timeZone) - nowMs) / 1000 },
  );
}

/** @throws TiroError `rate_limit_exceeded`. */
export function assertStorageLeft(deps: QuotaDeps, accountId: string, { underWay, more }: Demand): void {
  const { storageBytes: limit } = limitsOf(deps, accountId);
  if (limit === null) return;
  const used = bytesStored(deps.db, accountId) + underWay;
  if (used < limit && used + more <= limit) return;
  throw new TiroError(
    "rate_limit_exceeded",
    `This account is limited to ${limit} bytes on the server; ${used} are in use: wait for jobs to finish and results to expire, or cancel jobs.`,
    { retryAfterSeconds: bounds.storedJobsRetrySeconds },
  );
}

/** In `billing.time_zone`, without the minimum of each request. */
export function audioSecondsToday({ db, clock, config }: QuotaDeps, accountId: string): number {
  return audioSecondsOfDay(db, accountId, dayOf(clock.now(), config.billing.time_zone));
}

/** Uploads and results of jobs, and answers that keys give again. */
export function bytesStored(db: Db, accountId: string): number {
  return storedJobBytes(db, accountId) + storedAnswerBytes(db, accountId);
}
