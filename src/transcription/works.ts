/**
 * Recordings that are being worked on. A work outlives the call that brought it: at the deadline, or from the
 * start, it is stored as a job, and then failures that may pass are tried again.
 */

import { setTimeout } from "node:timers/promises";
import { DecoderLost } from "../audio/media-process.ts";
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { Tally } from "../lib/tally.ts";
import { dayOf } from "../metering/calendar.ts";
import type { Meter } from "../metering/meter.ts";
import { type Consumer, consumerOf } from "../metering/quota-holders.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import { type Db, inTransaction } from "../store/db.ts";
import { isStorageFailure, storeError } from "../store/errors.ts";
import { addFailedRequests } from "../store/requests/failed-requests.ts";
import {
  addJobAttempt,
  insertJob,
  isSpoolFileNeeded,
  setJobDecodedMs,
  setJobEnded,
} from "../store/transcription/jobs.ts";
import { forgetPending, insertPendingAnswer } from "../store/work/idempotency.ts";
import type { EventSink } from "../work/events/hub.ts";
import type { Idempotency } from "../work/idempotency.ts";
import type { Answer } from "../work/request.ts";
import { tellJob } from "./job-events.ts";
import { keepTranscription } from "./kept-transcription.ts";
import type { Work } from "./work.ts";

/** Attempts at jobs that failed and were made again, by the failure's code. */
export const retriedJobs = new Tally<"code">([{ code: "internal_error" }, { code: "engine_unavailable" }]);

export interface WorksDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  idempotency: Idempotency;
  meter: Pick<Meter, "timeZone">;
  events: EventSink;
}

export class Works {
  readonly #deps: WorksDeps;
  readonly #transcribe: (work: Work) => Promise<Answer>;
  readonly #running = new Map<string, Work>();
  #closed = false;
  #storageFailures = 0;
  #storageFailureToldAt = Number.NEGATIVE_INFINITY;

  /** @param transcribe does the whole work once; called again after failures that may pass. */
  constructor(deps: WorksDeps, transcribe: (work: Work) => Promise<Answer>) {
    this.#deps = deps;
    this.#transcribe = transcribe;
  }

  get(id: string): Work | undefined {
    return this.#running.get(id);
  }

  /** Those that have a row in the database. */
  jobs(): Work[] {
    return [...this.#running.values()].filter(({ isJob, isOver }) => isJob && !isOver);
  }

  /** Audio seconds of their running work that is not yet in the database. */
  underWaySeconds(includes: (consumer: Consumer) => boolean): number {
    let seconds = 0;
    for (const { account, inspection } of this.#running.values())
      if (includes(consumerOf(account.id))) seconds += inspection?.statedDurationSeconds ?? 0;
    return seconds;
  }

  /** Bytes of the account's work that is not yet in the database. */
  underWayBytes(accountId: string): number {
    let bytes = 0;
    for (const { account, isJob, file } of this.#running.values())
      if (account.id === accountId && !isJob) bytes += file.bytes;
    return bytes;
  }

  /** Takes its file over. @throws TiroError `shutting_down` once `close` was called. */
  start(work: Work): void {
    this.assertOpen();
    this.#running.set(work.id, work);
    work.settleWith(this.#tryUntilDone(work).finally(() => this.#finish(work)));
  }

  /**
   * Makes a job of a call, with the key that waits for its result. Not of one that is over: its result is committed
   * already, and its file is being removed.
   */
  async storeAsJob(work: Work): Promise<void> {
    const { db, clock, idempotency } = this.#deps;
    await whenWritable(db, () => {
      if (work.isJob || work.isOver) return;
      inTransaction(db, () => {
        insertJob(db, jobRowOf(work));
        const { claim } = work;
        // The answer of one in memory is held for callers that join its work; a restart loses both.
        if (!claim || work.file.inMemory) return;
        const expiresAt = idempotency.expiresAt() + limits.jobQueuedMs;
        insertPendingAnswer(db, claim.scope, claim.fingerprint, work.id, {
          nowMs: clock.forAges(),
          expiresAt,
        });
      });
      // Before anything else gets a turn: the result goes where the work says.
      work.becomeJob();
    });
    tellJob(this.#deps, work.id);
    await whenWritable(db, () => keepTranscription(db, work));
  }

  /** @throws TiroError `shutting_down` once `close` was called. */
  assertOpen(): void {
    if (this.#closed) throw shuttingDown();
  }

  /** Stops everything; stored jobs stay queued for the next start. Resolves when all has come to rest. */
  async close(): Promise<void> {
    this.#closed = true;
    const works = [...this.#running.values()];
    for (const work of works) work.abort(shuttingDown());
    await Promise.allSettled(works.map((work) => work.outcome));
  }

  async #tryUntilDone(work: Work): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#transcribe(work);
      } catch (error) {
        await this.#keepDecodedTime(work);
        work.signal.throwIfAborted();
        const failure = toTiroError(error);
        if (!work.isJob) {
          if (!(error instanceof DecoderLost)) throw failure;
          // Decoders that hang are the machine's fault: the call continues like a job, and is one at its deadline.
          await this.storeAsJob(work);
        }
        if (isStorageFailure(error)) this.#rest(work, failure);
        else if (isEngineAway(failure)) work.rest();
        else await this.#countAttempt(work, failure, tries);
      }
      await untilNextTry(tries, work.signal);
    }
  }

  /** The bound on the decoders' time holds over restarts. It is written after each attempt, also one that a stop cut off. */
  async #keepDecodedTime(work: Work): Promise<void> {
    if (!work.isJob || work.decodedMs === 0) return;
    const { db } = this.#deps;
    try {
      await whenWritable(db, () => setJobDecodedMs(db, work.id, Math.round(work.decodedMs)));
    } catch (error) {
      this.#tellStorageFailure(work, toTiroError(error));
    }
  }

  /** A database that cannot be written is no fault of the recording: it waits, for as long as any job may. */
  #rest(work: Work, failure: TiroError): void {
    work.rest();
    this.#tellStorageFailure(work, failure);
  }

  /** @throws the failure, once the job was ended with it. */
  async #countAttempt(work: Work, failure: TiroError, tries: number): Promise<void> {
    const { db, logger } = this.#deps;
    if (work.fail()) await this.#record(work, () => addJobAttempt(db, work.id));
    if (!mayPass(failure) || work.attempts >= limits.jobAttempts) {
      await this.#record(work, () => this.#endAsFailed(work, failure));
      throw failure;
    }
    retriedJobs.add({ code: failure.code });
    logger.warn("transcription_job_retried", { job_id: work.id, code: failure.code, tries });
  }

  /** Writes it down, however long the database refuses. @throws what the work is aborted with. */
  async #record(work: Work, write: () => void): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await whenWritable(this.#deps.db, write);
      } catch (error) {
        this.#tellStorageFailure(work, toTiroError(error));
      }
      await untilNextTry(tries, work.signal);
    }
  }

  /** It meets all jobs alike, and each again and again: one line at first, and then one a minute. */
  #tellStorageFailure(work: Work, { code, message, extras, cause }: TiroError): void {
    const { clock, logger } = this.#deps;
    this.#storageFailures += 1;
    if (clock.monotonic() - this.#storageFailureToldAt < limits.storageFailureToldEveryMs) return;
    const failures = this.#storageFailures;
    this.#storageFailures = 0;
    this.#storageFailureToldAt = clock.monotonic();
    logger.error("transcription_storage_failed", {
      job_id: work.id,
      code,
      failures,
      hint: extras.hint,
      cause: cause === undefined ? message : String(cause),
    });
  }

  #endAsFailed(work: Work, failure: TiroError): void {
    const { db, clock, logger, meter } = this.#deps;
    inTransaction(db, () => {
      const lastAt = clock.now();
      const failed = { accountId: work.account.id, code: failure.code, requests: 1, lastAt };
      // The request that brought it had succeeded.
      if (setJobEnded(db, work.id, "failed", failure, lastAt))
        addFailedRequests(db, failed, dayOf(lastAt, meter.timeZone));
      forgetPending(db, work.id);
    });
    const { hint } = failure.extras;
    const cause = failure.cause === undefined ? undefined : String(failure.cause);
    logger.warn("transcription_job_failed", { job_id: work.id, code: failure.code, hint, cause });
  }

  async #finish(work: Work): Promise<void> {
    const { db, logger } = this.#deps;
    work.end();
    try {
      if (!isSpoolFileNeeded(db, work.file.name)) await work.file.remove();
    } catch (error) {
      // The result of the work is stored. The next start removes what nobody needs.
      logger.error("transcription_upload_not_removed", { job_id: work.id, cause: String(error) });
    } finally {
      this.#running.delete(work.id);
      if (work.isJob) tellJob(this.#deps, work.id);
    }
  }
}

/** Of a recording that may not be stored only that there is one: its parameters may hold a prompt. */
export function jobRowOf(work: Work) {
  const { file, account, parameters } = work;
  const stored = file.inMemory
    ? { parameters: "{}", spoolName: null, spoolSha256: null }
    : { parameters: JSON.stringify(parameters), spoolName: file.name, spoolSha256: file.sha256 };
  return {
    ...stored,
    id: work.id,
    accountId: account.id,
    keyId: account.keyId,
    spoolBytes: file.bytes,
    attempts: work.attempts,
    decodedMs: Math.round(work.decodedMs),
    createdAt: work.createdAtMs,
  };
}

/** A decoder that was late may have read from a slow disk; all of a work share one bound on their processor time. */
function mayPass(failure: TiroError): boolean {
  return failure.retryable || failure.code === "request_timeout";
}

/** Whether recognition says when it will be back: no workers are there, which is no fault of the recording. */
function isEngineAway({ code, extras }: TiroError): boolean {
  return code === "engine_unavailable" && extras.retryAfterSeconds !== undefined;
}

/** Doubles from one second to a minute; half of it by chance, so that jobs that failed together part ways. */
function retryDelayMs(tries: number): number {
  const fullMs = Math.min(limits.jobRetryLongestMs, limits.jobRetryFirstMs * 2 ** (tries - 1));
  return fullMs * (0.5 + Math.random() / 2);
}

function untilNextTry(tries: number, signal: AbortSignal): Promise<void> {
  return setTimeout(retryDelayMs(tries), undefined, { signal }).catch(() => signal.throwIfAborted());
}

function toTiroError(thrown: unknown): TiroError {
  const error = storeError(thrown);
  if (error instanceof TiroError) return error;
  return new TiroError("internal_error", "The transcription failed on the server.", { cause: error });
}

function shuttingDown(): TiroError {
  return new TiroError("shutting_down", "The server is stopping; send the request again in a moment.", {
    retryAfterSeconds: limits.queueFullRetrySeconds,
  });
}
