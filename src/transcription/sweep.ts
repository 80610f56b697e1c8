/** What time brings about: jobs that were left lying or waited too long, results and answers whose retention is over. */
import { limits } from "../config/limits.ts";
import { deleteExpiredAnswers } from "../store/idempotency.ts";
import { deleteEndedJobs, expireResults, jobsQueuedSince } from "../store/transcription-jobs.ts";
import { whenWritable } from "../store/write-lock.ts";
import type { TranscriptionDeps } from "./deps.ts";
import { abandoned, endJob, takeUpJobs } from "./jobs.ts";
import { resultRetentionMs } from "./result-retention.ts";

/** Fine to call at any time, by any number of processes. */
export async function sweep(deps: TranscriptionDeps): Promise<void> {
  await takeUpJobs(deps);
  await whenWritable(deps.db, () => endWhatIsOver(deps));
}

function endWhatIsOver(deps: TranscriptionDeps): void {
  const nowMs = deps.clock.forAges();
  for (const job of jobsQueuedSince(deps.db, nowMs - limits.jobQueuedMs)) {
    const hours = limits.jobQueuedMs / 3_600_000;
    endJob(deps, job, "abandoned", abandoned(job.id, `It waited for ${hours} hours.`));
    deps.logger.warn("transcription_job_abandoned", { job_id: job.id });
  }
  expireResults(deps.db, nowMs - resultRetentionMs(deps));
  deleteEndedJobs(deps.db, nowMs - resultRetentionMs(deps) - limits.jobListedMs);
  deleteExpiredAnswers(deps.db, nowMs);
  deps.unstoredResults.sweep();
}
