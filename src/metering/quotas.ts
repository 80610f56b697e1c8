/**
 * Quotas of an account, a person and a group: audio per day and month; and an account's room in the data
 * folder. All are asked before work is taken on. A recording whose container does not state its length counts once it is
 * done, so it may pass a limit by itself; so may jobs that were taken up again after a restart.
 */
import { limits as bounds } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { noteAttempt } from "../lib/last-attempts.ts";
import { Tally } from "../lib/tally.ts";
import type { Db } from "../store/db.ts";
import { storedJobBytes } from "../store/transcription/jobs.ts";
import { uploadsOfAccount } from "../store/uploads/resumable.ts";
import { storedAnswerBytes } from "../store/work/idempotency.ts";
import { dayOf, monthOf, nextDayStart, nextMonthStart } from "./calendar.ts";
import { limitsOf } from "./limits.ts";
import { type Consumer, type QuotaHolder, quotaHolders } from "./quota-holders.ts";

export interface QuotaDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "limits" | "billing">;
}

export interface Demand {
  /** The use of the account's running work, which is not yet in the database. */
  underWay: number;
  /** The additional use; 0 if it is not known yet. */
  more: number;
}

export interface AudioDemand {
  /** Seconds of running work, which the database does not know yet, of those whom the holder of a quota includes. */
  underWay: (includes: (consumer: Consumer) => boolean) => number;
  /** The additional use; 0 if it is not known yet. */
  more: number;
}

const PERIODS = ["day", "month"] as const;
type Period = (typeof PERIODS)[number];

/** Refusals, and live streams that ended, by whose quota was used up. */
export const quotaRefusals = new Tally<"of" | "period">(
  (["account", "person", "organization", "group"] as const).flatMap((of) =>
    PERIODS.map((period) => ({ of, period })),
  ),
);

/** How a quota stands: `limitSeconds` in a day or month, which ends at `resetsAt` (milliseconds since the epoch). */
export interface Quota {
  holder: QuotaHolder;
  period: Period;
  limitSeconds: number;
  usedSeconds: number;
  resetsAt: number;
}

/**
 * Asked before work is taken on; what was taken on ends, whatever it comes to.
 * @throws TiroError `quota_exceeded`, until the next day or month.
 */
export function assertAudioLeft(deps: QuotaDeps, consumer: Consumer, { underWay, more }: AudioDemand): void {
  for (const { holder, period, limitSeconds, usedSeconds, resetsAt } of quotasOf(deps, consumer)) {
    const used = usedSeconds + underWay((other) => holder.includes(deps.db, other));
    if (used < limitSeconds && used + more <= limitSeconds) continue;
    quotaRefusals.add({ of: holder.kind, period });
    noteAttempt("quota", deps.clock.now(), `${holder.kind} ${holder.name}: ${period}`);
    const isNamed = holder.kind === "group" || holder.kind === "organization";
    const subject = isNamed ? `The ${holder.kind} ${holder.name}` : holder.name;
    throw new TiroError(
      "quota_exceeded",
      `${subject} is limited to ${limitSeconds} seconds of recognized audio a ${period}; ${Math.ceil(used)} are used or in progress. Wait for the next ${period} (${deps.config.billing.time_zone}).`,
      { retryAfterSeconds: (resetsAt - deps.clock.now()) / 1000 },
    );
  }
}

/** Of everything on which the consumer draws, what has a limit. */
export function quotasOf(deps: QuotaDeps, consumer: Consumer): Quota[] {
  return quotaHolders(deps, consumer).flatMap((holder) =>
    PERIODS.flatMap((period) => {
      const { dailyAudioSeconds, monthlyAudioSeconds } = holder.limits;
      const limitSeconds = period === "day" ? dailyAudioSeconds : monthlyAudioSeconds;
      if (limitSeconds === null) return [];
      const usedSeconds = secondsUsed(deps, holder, period);
      return [{ holder, period, limitSeconds, usedSeconds, resetsAt: endOf(deps, period) }];
    }),
  );
}

/** In `billing.time_zone`, without the minimum of each request. */
export function secondsUsed({ db, clock, config }: QuotaDeps, holder: QuotaHolder, period: Period): number {
  const today = dayOf(clock.now(), config.billing.time_zone);
  const firstDay = period === "day" ? today : `${monthOf(today)}-01`;
  return holder.usedSeconds(db, { firstDay, lastDay: today });
}

function endOf({ clock, config }: QuotaDeps, period: Period): number {
  const { time_zone: timeZone } = config.billing;
  return period === "day" ? nextDayStart(clock.now(), timeZone) : nextMonthStart(clock.now(), timeZone);
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

/** Uploads and results of jobs, files that come in parts, and answers that keys give again. */
export function bytesStored(db: Db, accountId: string): number {
  const { bytes } = uploadsOfAccount(db, accountId);
  return storedJobBytes(db, accountId) + bytes + storedAnswerBytes(db, accountId);
}
