/** Stored jobs: made, shown, listed, cancelled, taken up again after a restart. */

import { DecoderLost } from "../audio/media-process.ts";
import { limits } from "../config/limits.ts";
import { toIsoTime } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { wireForm } from "../lib/wire-form.ts";
import { limitsOf } from "../metering/limits.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import { inTransaction } from "../store/db.ts";
import {
  countQueuedJobs,
  insertJob,
  isSpoolFileNeeded,
  type JobListFilter,
  type JobPosition,
  type JobResult,
  type JobRow,
  jobOfAccount,
  jobResult,
  jobsAfter,
  queuedJob,
  queuedJobIds,
  setJobEnded,
} from "../store/transcription/jobs.ts";
import type { SpooledFile } from "../store/uploads/spool.ts";
import { forgetPending } from "../store/work/idempotency.ts";
import type { Answer, CreateRequest, TranscriptionJob, TranscriptionJobList } from "../work/request.ts";
import { assertAdmitted, assertDurationAdmitted } from "./admission.ts";
import { type ValidRequest, validate } from "./create-transcription.ts";
import type { TranscriptionDeps } from "./deps.ts";
import { resultRetentionMs } from "./deps.ts";
import { tellJob } from "./job-events.ts";
import { keptTranscription } from "./kept-transcription.ts";
import type { TranscriptionParameters } from "./parameters.ts";
import { openForInspection } from "./transcribe.ts";
import { Work } from "./work.ts";
import { jobRowOf } from "./works.ts";

const ROUTE = "POST /audio/transcription-jobs";
const JSON_TYPE = "application/json";

/** The asynchronous route: 202 with the job, once the audio was looked into and the job is stored. */
export async function createJob(deps: TranscriptionDeps, request: CreateRequest): Promise<Answer> {
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => request.file?.remove());
  const valid = validate(deps, request, ROUTE);
  const { claim } = valid;
  const earlier = claim && deps.idempotency.earlier(claim, () => null);
  if (earlier) return await earlier(request.signal);
  // With a key the job is wanted even if this caller hangs up.
  const signal = claim ? new AbortController().signal : request.signal;
  const stored = storeJob(deps, request, valid, signal);
  if (claim) deps.idempotency.hold(claim, () => stored, stored);
  const answer = await stored;
  cleanup.move();
  return answer;
}

async function storeJob(
  deps: TranscriptionDeps,
  { requestId: id, account, isPaidFor = false, stored }: CreateRequest,
  { file, parameters, claim }: ValidRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const requireAdmitted = () => {
    if (!isPaidFor) assertAdmitted(deps, account.id, file.bytes);
  };
  requireAdmitted();
  assertMayStore(deps, account.id);
  // Seconds that are paid for count for no quota once more.
  const statedDurationSeconds = isPaidFor ? null : await statedDuration(deps, account.id, file, signal);
  await file.sync();
  signal.throwIfAborted();

  const createdAtMs = deps.clock.now();
  const job = { attempts: 0, decodedMs: 0, statedDurationSeconds, transcription: null };
  const work = new Work({ id, account, parameters, file, createdAtMs, job });
  const answer = { status: 202, contentType: JSON_TYPE, body: JSON.stringify(newJob(id, createdAtMs)) };
  await whenWritable(deps.db, () => {
    inTransaction(deps.db, () => {
      assertMayStore(deps, account.id);
      requireAdmitted();
      assertDurationAdmitted(deps, account.id, statedDurationSeconds);
      insertJob(deps.db, jobRowOf(work));
      if (claim) deps.idempotency.answer(claim, answer);
      stored?.(id);
    });
    // Before anything else gets a turn: a job that is stored is worked on.
    deps.works.start(work);
  });
  tellJob(deps, id);
  return { ...answer, replayed: false };
}

/** Null if it says none, and where nobody found out: in the time that a call may take, or because decoders stood still. */
async function statedDuration(
  deps: TranscriptionDeps,
  party: string,
  file: SpooledFile,
  signal: AbortSignal,
): Promise<number | null> {
  const late = AbortSignal.timeout(deps.config.transcription.sync_deadline_ms);
  try {
    const source = await openForInspection(deps, party, file, { signal: AbortSignal.any([signal, late]) });
    await source.close();
    return source.info.statedDurationSeconds;
  } catch (error) {
    if (error === late.reason || error instanceof DecoderLost) return null;
    throw error;
  }
}

/** Room in the queue, and in what one account may have stored of it; its first job is always taken. */
function assertMayStore(deps: TranscriptionDeps, accountId: string): void {
  deps.works.assertOpen();
  const stored = countQueuedJobs(deps.db, accountId);
  if (stored === 0) return;
  deps.queue.assertRoom("job");
  const { transcription, limits: shared } = deps.config;
  const share = Math.ceil((transcription.queue_length * shared.share_percent) / 100);
  const most = Math.min(limitsOf(deps, accountId).storedJobs, share);
  if (stored < most) return;
  throw new TiroError(
    "rate_limit_exceeded",
    `The account has ${most} unfinished jobs, the most it may have; wait for some to finish, or cancel some.`,
    { retryAfterSeconds: limits.storedJobsRetrySeconds },
  );
}

/** Its `result_url` is the path only: at which address the caller reaches the server, the door knows. @throws TiroError `job_not_found` */
export function getJob(deps: TranscriptionDeps, accountId: string, jobId: string): TranscriptionJob {
  return toJob(deps, findJob(deps, accountId, jobId));
}

/** @throws `job_not_found`, `job_not_complete`, `job_failed`, `job_cancelled`, `job_abandoned`, `job_expired`. */
export function getResult(deps: TranscriptionDeps, accountId: string, jobId: string): Answer {
  const job = findJob(deps, accountId, jobId);
  if (job.status !== "succeeded") throw withoutResult(job);
  const result = resultIsKept(deps, job) ? resultOf(deps, job) : null;
  if (result) return { status: 200, ...result, replayed: false };
  throw new TiroError("job_expired", "The result's retention time is over; transcribe the recording again.", {
    jobId,
  });
}

function resultOf(deps: TranscriptionDeps, job: JobRow): JobResult | null {
  return jobResult(deps.db, job.id) ?? deps.unstoredResults.get(job.id);
}

/** A job that has ended stays as it is. @throws `job_not_found`. */
export function cancelJob(deps: TranscriptionDeps, accountId: string, jobId: string): TranscriptionJob {
  const job = findJob(deps, accountId, jobId);
  if (job.status === "queued") {
    const reason = new TiroError("job_cancelled", "The job was cancelled.", { jobId });
    endJob(deps, job, "cancelled", reason);
  }
  return getJob(deps, accountId, jobId);
}

/** Ends an unfinished job without a result: its row, its key, and its work, which removes its audio. */
export function endJob(
  deps: TranscriptionDeps,
  job: JobRow,
  status: "cancelled" | "abandoned",
  reason: TiroError,
): void {
  const error = status === "abandoned" ? reason : null;
  inTransaction(deps.db, () => {
    setJobEnded(deps.db, job.id, status, error, deps.clock.now());
    forgetPending(deps.db, job.id);
  });
  const work = deps.works.get(job.id);
  if (work) work.abort(reason);
  else tellJob(deps, job.id);
}

export interface JobListRequest extends Partial<JobListFilter> {
  cursor?: string;
  limit?: number;
}

/** Newest first. @throws `invalid_cursor`, `invalid_request`. */
export function listJobs(
  deps: TranscriptionDeps,
  accountId: string,
  { cursor, limit = limits.pageSizeDefault, ...chosen }: JobListRequest,
): TranscriptionJobList {
  if (!Number.isInteger(limit) || limit < 1 || limit > limits.pageSizeMax) {
    const message = `\`limit\` must be a whole number from 1 to ${limits.pageSizeMax}.`;
    throw new TiroError("invalid_request", message, { param: "limit" });
  }
  const filter = { sinceMs: null, untilMs: null, status: null, ...chosen };
  // A cursor leads on in the list that it is of.
  const filtered = Object.values(filter).some((value) => value !== null) ? ` ${JSON.stringify(filter)}` : "";
  const scope = `transcription-jobs ${accountId}${filtered}`;
  const after = cursor ? (deps.cursors.decode(scope, cursor) as JobPosition) : null;
  const rows = jobsAfter(deps.db, accountId, after, { ...filter, limit: limit + 1 });
  const { items, next } = deps.cursors.page(scope, rows, limit, ({ createdAt, id }) => ({ createdAt, id }));
  return { object: "list", data: items.map((row) => toJob(deps, row)), ...next };
}

/** Every unfinished job that nobody works on is resumed: all of them at the start, and later one that was left lying. */
export async function takeUpJobs(deps: TranscriptionDeps): Promise<void> {
  for (const id of queuedJobIds(deps.db).filter((each) => !deps.works.get(each))) {
    try {
      await resumeJob(deps, id);
    } catch (error) {
      // It must not keep the others, or the server, from their work; the next sweep tries again.
      deps.logger.error("transcription_job_not_recovered", { job_id: id, cause: String(error) });
    }
  }
}

async function resumeJob(deps: TranscriptionDeps, id: string): Promise<void> {
  const unattended = () => (deps.works.get(id) ? null : queuedJob(deps.db, id));
  const stored = unattended();
  if (!stored) return;
  const { spoolName, spoolSha256 } = stored;
  const file = spoolName && spoolSha256 ? await deps.spool.open(spoolName, spoolSha256) : null;
  const job = unattended();
  if (!job) {
    // It ended meanwhile, with nobody there to remove its audio.
    if (file && !isSpoolFileNeeded(deps.db, file.name)) await file.remove();
    return;
  }
  if (!file) return endJob(deps, job, "abandoned", abandoned(id, "Its audio was lost."));
  const { accountId, keyId, attempts, decodedMs, createdAt: createdAtMs } = job;
  const parameters = JSON.parse(job.parameters) as TranscriptionParameters;
  const transcription = keptTranscription(deps.db, id);
  const again = { attempts, decodedMs, statedDurationSeconds: null, transcription };
  const account = { id: accountId, keyId };
  deps.works.start(new Work({ id, account, parameters, file, createdAtMs, job: again }));
  deps.logger.info("transcription_job_recovered", { job_id: id, attempts });
}

export function abandoned(jobId: string, why: string): TiroError {
  return new TiroError("job_abandoned", `The job was abandoned. ${why} Send the recording again.`, { jobId });
}

function findJob(deps: TranscriptionDeps, accountId: string, jobId: string): JobRow {
  const job = jobOfAccount(deps.db, accountId, jobId);
  if (job) return job;
  throw new TiroError("job_not_found", "You have no transcription job with this id.", {
    param: "job_id",
  });
}

function withoutResult(job: JobRow): TiroError {
  const jobId = job.id;
  if (job.status === "failed") {
    return new TiroError("job_failed", `The job failed with ${job.errorCode}: ${job.errorMessage}`, {
      jobId,
    });
  }
  if (job.status === "cancelled") return new TiroError("job_cancelled", "The job was cancelled.", { jobId });
  if (job.status === "abandoned") return new TiroError("job_abandoned", job.errorMessage ?? "", { jobId });
  return new TiroError("job_not_complete", "The job is not finished; ask again after Retry-After.", {
    jobId,
    retryAfterSeconds: limits.jobPollSeconds,
  });
}

function toJob(deps: TranscriptionDeps, row: JobRow): TranscriptionJob {
  const hasResult = row.hasResult === 1 || deps.unstoredResults.get(row.id) !== null;
  const available = hasResult && resultIsKept(deps, row);
  return {
    ...newJob(row.id, row.createdAt),
    ...wireForm(row, "status", "completedAt", "audioDurationSeconds", "errorCode"),
    result_url: available ? `/v1/audio/transcription-jobs/${row.id}/result` : null,
  };
}

/** A job as it is first answered; the order of its members is the contract's. */
function newJob(id: string, createdAtMs: number): TranscriptionJob {
  return {
    id,
    object: "transcription.job",
    status: "queued",
    created_at: toIsoTime(createdAtMs),
    completed_at: null,
    audio_duration_seconds: null,
    error_code: null,
    result_url: null,
  };
}

/** The sweeper may be a minute late: the clock decides. */
function resultIsKept(deps: TranscriptionDeps, job: JobRow): boolean {
  return job.completedAt !== null && job.completedAt + resultRetentionMs(deps) > deps.clock.forAges();
}
