/** Regular upkeep: jobs that were left lying or waited too long, results and answers whose retention is over. */
import { limits } from "../config/limits.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import {
  deleteEndedJobs,
  expireResults,
  jobById,
  jobsQueuedSince,
  queuedJobIds,
} from "../store/transcription/jobs.ts";
import { deleteExpiredAnswers } from "../store/work/idempotency.ts";
import type { TranscriptionDeps } from "./deps.ts";
import { resultRetentionMs } from "./deps.ts";
import { abandoned, endJob, takeUpJobs } from "./jobs.ts";
import { endedMeanwhile } from "./transcribe.ts";

/** Fine to call at any time, by any number of processes. */
export async function sweep(deps: TranscriptionDeps): Promise<void> {
  stopCancelledWork(deps);
  await takeUpJobs(deps);
  await whenWritable(deps.db, () => endWhatIsOver(deps));
}

/** Of jobs that another program has cancelled (`tiro jobs cancel`). */
function stopCancelledWork({ db, works, logger }: TranscriptionDeps): void {
  // With a full queue, a look at each would stop the server for a moment.
  const queued = new Set(queuedJobIds(db));
  for (const work of works.jobs()) {
    if (queued.has(work.id) || jobById(db, work.id)?.status !== "cancelled") continue;
    work.abort(endedMeanwhile());
    logger.info("transcription_job_cancelled", { job_id: work.id });
  }
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
