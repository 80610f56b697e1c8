/** Stored jobs of all accounts, for the operator: on the database, whether a server runs or not. */
import type { ChangeDeps } from "../accounts/audit/actor.ts";
import { recordAudit } from "../accounts/audit/audit-log.ts";
import { TiroError } from "../lib/errors.ts";
import { type Db, inTransaction } from "../store/db.ts";
import { type JobRow, jobById, setJobEnded } from "../store/transcription/jobs.ts";
import { forgetPending } from "../store/work/idempotency.ts";

/**
 * A job that has ended stays as it is. A server that works on it stops with its next sweep, and until then can neither
 * store nor bill anything.
 * @throws TiroError `job_not_found`.
 */
export function cancelAnyJob(
  { db, clock, actor }: ChangeDeps,
  jobId: string,
): { job: JobRow; cancelled: boolean } {
  return inTransaction(db, () => {
    const { accountId } = found(db, jobId);
    const cancelled = setJobEnded(db, jobId, "cancelled", null, clock.now());
    if (cancelled) {
      forgetPending(db, jobId);
      recordAudit({ db, clock, actor }, "job.cancelled", jobId, { account: accountId });
    }
    return { job: found(db, jobId), cancelled };
  });
}

function found(db: Db, jobId: string): JobRow {
  const job = jobById(db, jobId);
  if (job) return job;
  throw new TiroError("job_not_found", `No such job: ${jobId}.`, { hint: "tiro jobs list shows the ids." });
}
