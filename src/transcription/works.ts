/**
 * Recordings that are being worked on. A work outlives the call that brought it: at the deadline, or from the
 * start, it is stored as a job, and then failures that may pass are tried again.
 */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { inTransaction } from "../store/db.ts";
import { forgetPending, insertPendingAnswer } from "../store/idempotency.ts";
import type { SpooledFile } from "../store/spool.ts";
import { addJobAttempt, insertJob, isSpoolFileNeeded, setJobEnded } from "../store/transcription-jobs.ts";
import type { Claim } from "../work/idempotency.ts";
import type { Answer, CreateRequest } from "../work/request.ts";
import type { TurnLane } from "../work/turns.ts";
import type { TranscriptionDeps } from "./deps.ts";
import { keepRecognized } from "./kept-transcription.ts";
import type { TranscriptionParameters } from "./parameters.ts";
import type { Transcription } from "./transcription.ts";

export interface NewWork {
  /** Of the request that brought it, and of the job that it becomes. */
  id: string;
  account: CreateRequest["account"];
  parameters: TranscriptionParameters;
  file: SpooledFile;
  /** The key of a synchronous call, which the result answers. */
  claim: Claim | null;
  /** Null until the recording was looked into. */
  lane: TurnLane | null;
  /** What its container says; null before it was looked into, and where it says nothing. */
  statedDurationSeconds: number | null;
  /** Whether a job's row stands in the database. */
  stored: boolean;
  createdAtMs: number;
  /** How often work on it began and failed. */
  attempts: number;
  /** What recognition made of it, once that is done: no failure of a later step makes it begin again. */
  recognized: Transcription | null;
}

export interface Work extends NewWork {
  readonly abort: AbortController;
  /** Set once work on its audio began in this attempt. */
  begun: boolean;
  /** Set once nothing more will be done: its result is committed, or it failed. */
  over: boolean;
  readonly outcome: Promise<Answer>;
}

export class Works {
  readonly #running = new Map<string, Work>();
  #closed = false;

  get(id: string): Work | undefined {
    return this.#running.get(id);
  }

  /** What the account's work, before it is in the database, takes of its daily audio and of its storage. */
  underWay(accountId: string): { seconds: number; bytes: number } {
    const sums = { seconds: 0, bytes: 0 };
    for (const work of this.#running.values()) {
      if (work.account.id !== accountId) continue;
      sums.seconds += work.statedDurationSeconds ?? 0;
      if (!work.stored) sums.bytes += work.file.bytes;
    }
    return sums;
  }

  /** @param attempt does the whole work once; called again after failures that may pass. */
  start(deps: TranscriptionDeps, news: NewWork, attempt: (work: Work) => Promise<Answer>): Work {
    this.assertOpen();
    const outcome = Promise.withResolvers<Answer>();
    // Whoever waits handles the failure; a stored job may have nobody waiting, and its row says how it ended.
    outcome.promise.catch(() => {});
    const work: Work = {
      ...news,
      abort: new AbortController(),
      begun: false,
      over: false,
      outcome: outcome.promise,
    };
    this.#running.set(work.id, work);
    const done = tryUntilDone(deps, work, attempt).finally(() => this.#finish(deps, work));
    done.then(outcome.resolve, outcome.reject);
    return work;
  }

  /** Throws `shutting_down` once `close` was called. */
  assertOpen(): void {
    if (this.#closed) throw shuttingDown();
  }

  /** Stops everything; stored jobs stay queued for the next start. Resolves when all has come to rest. */
  async close(): Promise<void> {
    this.#closed = true;
    const works = [...this.#running.values()];
    for (const work of works) work.abort.abort(shuttingDown());
    await Promise.allSettled(works.map((work) => work.outcome));
  }

  async #finish(deps: TranscriptionDeps, work: Work): Promise<void> {
    work.over = true;
    try {
      if (!isSpoolFileNeeded(deps.db, work.file.name)) await work.file.remove();
    } finally {
      this.#running.delete(work.id);
    }
  }
}

/**
 * Makes a job of a work that was not one yet, with the key that waits for its result. Not of one that is over: its
 * result is committed already, and its file is being removed.
 */
export function storeAsJob(deps: TranscriptionDeps, work: Work): void {
  if (work.stored || work.over) return;
  inTransaction(deps.db, () => {
    insertJob(deps.db, jobRowOf(work));
    const { claim } = work;
    // The answer of one in memory is held for whoever joins its work; a restart loses both.
    if (!claim || work.file.inMemory) return;
    const nowMs = deps.clock.now();
    const expiresAt = deps.idempotency.expiresAt() + limits.jobQueuedMs;
    insertPendingAnswer(deps.db, claim.scope, claim.fingerprint, work.id, { nowMs, expiresAt });
  });
  work.stored = true;
  keepRecognized(deps, work);
}

/** Of a recording that may not be stored only that there is one: its parameters may hold a prompt. */
export function jobRowOf(work: NewWork) {
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
    createdAt: work.createdAtMs,
  };
}

async function tryUntilDone(
  deps: TranscriptionDeps,
  work: Work,
  attempt: (work: Work) => Promise<Answer>,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    work.begun = false;
    try {
      return await attempt(work);
    } catch (error) {
      work.abort.signal.throwIfAborted();
      const failure = toTiroError(error);
      if (!work.stored) throw failure;
      if (work.begun) countAttempt(deps, work);
      if (!mayPass(failure) || work.attempts >= limits.jobAttempts) {
        endAsFailed(deps, work, failure);
        throw failure;
      }
      deps.logger.warn("transcription_job_retried", { job_id: work.id, code: failure.code, tries });
    }
    await pause(retryDelayMs(tries), work.abort.signal);
  }
}

/** A decoder that hit its deadline would hit it again. */
function mayPass(failure: TiroError): boolean {
  return failure.retryable && failure.code !== "request_timeout";
}

function countAttempt(deps: TranscriptionDeps, work: Work): void {
  work.attempts += 1;
  addJobAttempt(deps.db, work.id);
}

function endAsFailed(deps: TranscriptionDeps, work: Work, failure: TiroError): void {
  inTransaction(deps.db, () => {
    setJobEnded(deps.db, work.id, "failed", failure, deps.clock.now());
    forgetPending(deps.db, work.id);
  });
  const { hint } = failure.extras;
  const cause = failure.cause === undefined ? undefined : String(failure.cause);
  deps.logger.warn("transcription_job_failed", { job_id: work.id, code: failure.code, hint, cause });
}

/** Doubles from one second to a minute; half of it by chance, so that jobs that failed together part ways. */
function retryDelayMs(tries: number): number {
  const fullMs = Math.min(limits.jobRetryLongestMs, limits.jobRetryFirstMs * 2 ** (tries - 1));
  return fullMs * (0.5 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

function toTiroError(error: unknown): TiroError {
  if (error instanceof TiroError) return error;
  return new TiroError("internal_error", "The transcription failed on the server.", { cause: error });
}

function shuttingDown(): TiroError {
  return new TiroError("shutting_down", "The server is stopping; send the request again in a moment.", {
    retryAfterSeconds: limits.queueFullRetrySeconds,
  });
}
