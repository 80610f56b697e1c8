import { Tally } from "../../lib/tally.ts";
import { type Db, perDatabase } from "../db.ts";
import { recordingsOfJob, setRecordingState } from "../recordings/recordings.ts";
import { change, count, exists, row, rows, values } from "../statements.ts";

export const JOB_STATUSES = ["queued", "succeeded", "failed", "cancelled", "abandoned"] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** A stored job without its result. Times are milliseconds since the epoch. */
export interface JobRow {
  id: string;
  accountId: string;
  keyId: string;
  status: JobStatus;
  /** Canonical JSON; `{}` once the job has ended, since a prompt is content too. */
  parameters: string;
  spoolName: string | null;
  spoolSha256: string | null;
  attempts: number;
  /** Processor time that its decoders took, in milliseconds. */
  decodedMs: number;
  audioDurationSeconds: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  hasResult: 0 | 1;
  createdAt: number;
  completedAt: number | null;
}

export interface NewJob {
  id: string;
  accountId: string;
  keyId: string;
  parameters: string;
  /** Null if the upload is held in memory: a restart loses it. */
  spoolName: string | null;
  spoolSha256: string | null;
  spoolBytes: number;
  attempts: number;
  /** Left out: none yet. */
  decodedMs?: number;
  createdAt: number;
}

export interface JobResult {
  contentType: string;
  body: string;
}

/** Where a page of the list, newest first, continues: after this job. */
export interface JobPosition {
  createdAt: number;
  id: string;
}

/** Which jobs of an account: created since, and before, and in that state; null stands for any. */
export interface JobListFilter {
  sinceMs: number | null;
  untilMs: number | null;
  status: JobStatus | null;
}

/** Null stands for any. */
export interface JobFilter {
  accountId: string | null;
  status: JobStatus | null;
  limit: number;
}

const COLUMNS = `id, account_id AS accountId, key_id AS keyId, status, parameters, spool_name AS spoolName,
  spool_sha256 AS spoolSha256, attempts, decoded_ms AS decodedMs, audio_duration_seconds AS audioDurationSeconds, error_code AS errorCode,
  error_message AS errorMessage, body IS NOT NULL AS hasResult, created_at AS createdAt, completed_at AS completedAt`;

interface Ending {
  id: string;
  status: JobStatus;
  audioDurationSeconds: number | null;
  errorCode: string | null;
  errorMessage: string | null;
  contentType: string | null;
  body: string | null;
  completedAt: number;
}

const statements = perDatabase((db) => ({
  queued: db.prepare<[], { count: number; oldestAt: number | null }>(
    "SELECT count(*) AS count, min(created_at) AS oldestAt FROM transcription_jobs WHERE status = 'queued'",
  ),
  end: db.prepare<[Ending]>(
    `UPDATE transcription_jobs
     SET status = @status, audio_duration_seconds = @audioDurationSeconds, error_code = @errorCode,
       error_message = @errorMessage, content_type = @contentType, body = @body, completed_at = @completedAt,
       parameters = '{}', spool_name = NULL, spool_sha256 = NULL
     WHERE id = @id AND status = 'queued'`,
  ),
}));

/** Jobs that this process ended, by state, and by error where there was one. */
export const endedJobs = new Tally<"state" | "code">([
  { state: "succeeded", code: "" },
  { state: "cancelled", code: "" },
  { state: "abandoned", code: "job_abandoned" },
  ...["internal_error", "engine_unavailable", "invalid_audio"].map((code) => ({ state: "failed", code })),
]);

export const insertJob = change<[job: NewJob]>(
  `INSERT INTO transcription_jobs
     (id, account_id, key_id, status, parameters, spool_name, spool_sha256, spool_bytes, attempts,
      decoded_ms, created_at)
   VALUES (@id, @accountId, @keyId, 'queued', @parameters, @spoolName, @spoolSha256, @spoolBytes, @attempts,
     @decodedMs, @createdAt)`,
  (job) => ({ decodedMs: 0, ...job }),
);

/** Rows with a future time, from a wrong clock, get the current time. */
export const bringJobsToNow = change<[nowMs: number]>(
  `UPDATE transcription_jobs
   SET created_at = min(created_at, ?1), completed_at = min(completed_at, ?1)
   WHERE created_at > ?1 OR completed_at > ?1`,
);

export const jobOfAccount = row<[accountId: string, jobId: string], JobRow>(
  `SELECT ${COLUMNS} FROM transcription_jobs WHERE account_id = ? AND id = ?`,
);

/** For any owner. */
export const jobById = row<[jobId: string], JobRow>(`SELECT ${COLUMNS} FROM transcription_jobs WHERE id = ?`);

/** Of all accounts, newest first. */
export const newestJobs = rows<[filter: JobFilter], JobRow>(
  `SELECT ${COLUMNS} FROM transcription_jobs
   WHERE (@accountId IS NULL OR account_id = @accountId) AND (@status IS NULL OR status = @status)
   ORDER BY created_at DESC, id DESC LIMIT @limit`,
);

export const jobResult = row<[jobId: string], JobResult>(
  "SELECT content_type AS contentType, body FROM transcription_jobs WHERE id = ? AND body IS NOT NULL",
);

const NEWEST: JobPosition = { createdAt: Number.MAX_SAFE_INTEGER, id: "" };

/** Newest first, at most `limit`. */
export const jobsAfter = rows<
  [accountId: string, after: JobPosition | null, given: JobListFilter & { limit: number }],
  JobRow
>(
  `SELECT ${COLUMNS} FROM transcription_jobs
   WHERE account_id = @accountId AND (created_at, id) < (@createdAt, @id)
     AND created_at >= coalesce(@sinceMs, created_at) AND (@untilMs IS NULL OR created_at < @untilMs)
     AND status = coalesce(@status, status)
   ORDER BY created_at DESC, id DESC LIMIT @limit`,
  (accountId, after, { limit, ...filter }) => ({ accountId, limit, ...filter, ...(after ?? NEWEST) }),
);

/** Of every unfinished job, the oldest first. */
export const queuedJobIds = values<[], string>(
  "SELECT id FROM transcription_jobs WHERE status = 'queued' ORDER BY created_at, id",
);

/** Unfinished jobs of everybody, the oldest first. */
export const oldestQueuedJobs = rows<[limit: number], JobRow>(
  `SELECT ${COLUMNS} FROM transcription_jobs WHERE status = 'queued' ORDER BY created_at, id LIMIT ?`,
);

/** Null if it has ended. */
export const queuedJob = row<[jobId: string], JobRow>(
  `SELECT ${COLUMNS} FROM transcription_jobs WHERE id = ? AND status = 'queued'`,
);

/** Unfinished jobs created at or before that time. */
export const jobsQueuedSince = rows<[createdAtMs: number], JobRow>(
  `SELECT ${COLUMNS} FROM transcription_jobs WHERE status = 'queued' AND created_at <= ?`,
);

/** Of all accounts. */
export function queuedJobs(db: Db): { count: number; oldestAt: number | null } {
  return statements(db).queued.get() ?? { count: 0, oldestAt: null };
}

export const countQueuedJobs = count<[accountId: string]>(
  "SELECT count(*) FROM transcription_jobs WHERE account_id = ? AND status = 'queued'",
);

/** Uploads and results of an account's jobs. */
export const storedJobBytes = count<[accountId: string]>(
  // Both columns' lengths stand in the row's header: the texts themselves are not read.
  `SELECT coalesce(sum(iif(spool_name IS NULL, 0, spool_bytes) + coalesce(octet_length(body), 0)), 0)
   FROM transcription_jobs WHERE account_id = ?`,
);

/** Whether an unfinished job needs this file of the spool. */
export const isSpoolFileNeeded = exists<[spoolName: string]>(
  "SELECT 1 FROM transcription_jobs WHERE spool_name = ?",
);

/** Of one that has not ended. */
export const setJobDecodedMs = change<[jobId: string, decodedMs: number]>(
  "UPDATE transcription_jobs SET decoded_ms = ?2 WHERE id = ?1 AND status = 'queued'",
);

export const addJobAttempt = change<[jobId: string]>(
  "UPDATE transcription_jobs SET attempts = attempts + 1 WHERE id = ?",
);

/**
 * @param result null if it may not be stored.
 * @returns false if the job had ended before: then nothing is changed.
 */
export function setJobSucceeded(
  db: Db,
  jobId: string,
  result: JobResult | null,
  ended: { audioDurationSeconds: number; completedAt: number },
): boolean {
  const { contentType, body } = result ?? { contentType: null, body: null };
  const ending = { id: jobId, status: "succeeded", errorCode: null, errorMessage: null } as const;
  return end(db, { ...ending, ...ended, contentType, body });
}

/** False if the job had ended before: then nothing is changed. */
export function setJobEnded(
  db: Db,
  jobId: string,
  status: Exclude<JobStatus, "queued" | "succeeded">,
  error: { code: string; message: string } | null,
  nowMs: number,
): boolean {
  const ending = { audioDurationSeconds: null, contentType: null, body: null, completedAt: nowMs };
  const errorCode = error?.code ?? null;
  const errorMessage = error?.message ?? null;
  return end(db, { id: jobId, status, errorCode, errorMessage, ...ending });
}

function end(db: Db, ending: Ending): boolean {
  if (statements(db).end.run(ending).changes === 0) return false;
  if (ending.status !== "succeeded") endRecordings(db, ending);
  endedJobs.add({ state: ending.status, code: ending.errorCode ?? "" });
  return true;
}

/** The recordings in the library that waited for it; where it succeeded, they got their words before. */
function endRecordings(db: Db, { id, status, errorCode, errorMessage, completedAt }: Ending): void {
  const state = status === "cancelled" ? "cancelled" : "failed";
  for (const recording of recordingsOfJob(db, id))
    setRecordingState(db, recording, { state, errorCode, errorMessage }, completedAt);
}

/** Removes the results of jobs that ended at or before that time; the jobs stay. */
export const expireResults = change<[completedAtMs: number]>(
  `UPDATE transcription_jobs SET content_type = NULL, body = NULL
   WHERE completed_at <= ? AND body IS NOT NULL`,
);

/** Removes jobs that ended at or before that time. */
export const deleteEndedJobs = change<[completedAtMs: number]>(
  "DELETE FROM transcription_jobs WHERE completed_at <= ?",
);
