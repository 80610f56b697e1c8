import type { Db } from "../db.ts";
import { change, count, row } from "../statements.ts";

/** Whose key it is: the same text on another route or from another account is another key. */
export interface IdempotencyScope {
  accountId: string;
  route: string;
  key: string;
}

export interface StoredAnswer {
  status: number;
  contentType: string;
  body: string;
}

export interface IdempotencyRow {
  fingerprint: string;
  /** The job whose result will complete the answer, if there is none yet. */
  jobId: string | null;
  answer: StoredAnswer | null;
}

/** Milliseconds since the epoch. */
interface Lifetime {
  nowMs: number;
  expiresAt: number;
}

interface Columns {
  fingerprint: string;
  jobId: string | null;
  status: number | null;
  contentType: string | null;
  body: string | null;
}

const OF_KEY = "account_id = @accountId AND route = @route AND key = @key";

const byKey = row<[IdempotencyScope & { nowMs: number }], Columns>(
  `SELECT fingerprint, job_id AS jobId, status, content_type AS contentType, body
   FROM idempotency_answers WHERE ${OF_KEY} AND expires_at > @nowMs`,
);
const deleteExpiredKey = change<[IdempotencyScope & { nowMs: number }]>(
  `DELETE FROM idempotency_answers WHERE ${OF_KEY} AND expires_at <= @nowMs`,
);
const insert = change<[IdempotencyScope & Columns & { expiresAt: number }]>(
  `INSERT INTO idempotency_answers
     (account_id, route, key, fingerprint, job_id, status, content_type, body, expires_at)
   VALUES (@accountId, @route, @key, @fingerprint, @jobId, @status, @contentType, @body, @expiresAt)`,
);

/** The unexpired entry of a key, or null. */
export function idempotencyRow(db: Db, scope: IdempotencyScope, nowMs: number): IdempotencyRow | null {
  const row = byKey(db, { ...scope, nowMs });
  if (!row) return null;
  const { fingerprint, jobId, status, contentType, body } = row;
  const answered = status !== null && contentType !== null && body !== null;
  return { fingerprint, jobId, answer: answered ? { status, contentType, body } : null };
}

/**
 * Takes the key for good.
 * @throws if it is taken and has not expired: the effect beside it must not commit then,
 * because the key had one already.
 */
export function insertAnswer(
  db: Db,
  scope: IdempotencyScope,
  fingerprint: string,
  answer: StoredAnswer,
  { nowMs, expiresAt }: Lifetime,
): void {
  deleteExpiredKey(db, { ...scope, nowMs });
  insert(db, { ...scope, fingerprint, jobId: null, ...answer, expiresAt });
}

/** Ties a key to the job that will answer it. @throws as `insertAnswer`. */
export function insertPendingAnswer(
  db: Db,
  scope: IdempotencyScope,
  fingerprint: string,
  jobId: string,
  { nowMs, expiresAt }: Lifetime,
): void {
  const open = { status: null, contentType: null, body: null };
  deleteExpiredKey(db, { ...scope, nowMs });
  insert(db, { ...scope, fingerprint, jobId, ...open, expiresAt });
}

/** Answers the key that waits for the job, if there is one. */
export const answerPending = change<[jobId: string, answer: StoredAnswer, expiresAt: number]>(
  `UPDATE idempotency_answers
   SET status = @status, content_type = @contentType, body = @body, expires_at = @expiresAt
   WHERE job_id = @jobId AND status IS NULL`,
  (jobId, answer, expiresAt) => ({ ...answer, jobId, expiresAt }),
);

/** Frees the key that waits for a job which ended without a result. */
export const forgetPending = change<[jobId: string]>(
  "DELETE FROM idempotency_answers WHERE job_id = ? AND status IS NULL",
);

/** Reusable answers of an account. */
export const storedAnswerBytes = count<[accountId: string]>(
  "SELECT coalesce(sum(octet_length(body)), 0) FROM idempotency_answers WHERE account_id = ?",
);

/** Those of a route whose body holds the text. */
export const deleteAnswersWith = change<[route: string, text: string]>(
  "DELETE FROM idempotency_answers WHERE route = ? AND instr(body, ?) > 0",
);

/** All answers of a route, of any caller. */
export const deleteAnswersOfRoute = change<[route: string]>(
  "DELETE FROM idempotency_answers WHERE route = ?",
);

export const deleteExpiredAnswers = change<[nowMs: number]>(
  "DELETE FROM idempotency_answers WHERE expires_at <= ?",
);
