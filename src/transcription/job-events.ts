/** The progress of jobs, for listeners. */
import { limits } from "../config/limits.ts";
import { systemClock } from "../lib/clock.ts";
import type { Db } from "../store/db.ts";
import { jobById } from "../store/transcription/jobs.ts";
import type { EventSink } from "../work/events/hub.ts";
import { topics } from "../work/events/topics.ts";
import type { Work } from "./work.ts";

interface EventDeps {
  db: Db;
  events: EventSink;
}

/** As its row says: stored, or ended in any way. */
export function tellJob({ db, events }: EventDeps, jobId: string): void {
  const job = jobById(db, jobId);
  if (job === null) return;
  const { status, errorCode } = job;
  events.publish([topics.jobs(job.accountId)], "job", {
    id: jobId,
    status,
    error_code: errorCode,
    progress: null,
  });
}

type Stage = "recognition" | "speakers";

/** @returns what is called with how far the work is; the first call counts, and then one a second. */
export function progressOf({ events }: Pick<EventDeps, "events">, work: Work, stage: Stage) {
  let toldAt = Number.NEGATIVE_INFINITY;
  return (doneSeconds: number): void => {
    const now = systemClock.monotonic();
    if (!work.isJob || now - toldAt < limits.eventProgressMs) return;
    toldAt = now;
    const total_seconds = work.inspection?.statedDurationSeconds ?? null;
    const progress = { stage, done_seconds: Math.round(doneSeconds), total_seconds };
    events.publish([topics.jobs(work.account.id)], "job", {
      id: work.id,
      status: "queued",
      error_code: null,
      progress,
    });
  };
}
