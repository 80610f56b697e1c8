/** What time brings about: jobs that waited too long, results and answers whose retention is over. */
import { limits } from "../config/limits.ts";
import { deleteExpiredAnswers } from "../store/idempotency.ts";
import { deleteEndedJobs, expireResults, jobsQueuedSince } from "../store/transcription-jobs.ts";
import type { TranscriptionContext } from "./deps.ts";
import { abandoned, endJob } from "./jobs.ts";
import { resultRetentionMs } from "./result-retention.ts";

/** Fine to call at any time, by any number of processes. */
export function sweep(context: TranscriptionContext): void {
  const nowMs = context.clock.now();
  for (const job of jobsQueuedSince(context.db, nowMs - limits.jobQueuedMs)) {
    const hours = limits.jobQueuedMs / 3_600_000;
    endJob(context, job, "abandoned", abandoned(job.id, `It waited for ${hours} hours.`));
    context.logger.warn("transcription_job_abandoned", { job_id: job.id });
  }
  expireResults(context.db, nowMs - resultRetentionMs(context));
  deleteEndedJobs(context.db, nowMs - resultRetentionMs(context) - limits.jobListedMs);
  deleteExpiredAnswers(context.db, nowMs);
  context.unstoredResults.sweep();
}
