/** How the stored jobs of all accounts stand, for the operator. */
import { queuedJobs } from "../store/transcription/jobs.ts";
import type { TranscriptionDeps } from "./deps.ts";

export interface JobFigures {
  waiting: number;
  working: number;
  /** Queued in the database, though nobody in this server waits to work on them: they would wait for the next start. */
  unattended: number;
  /** How long the oldest unfinished one has existed; 0 if there is none. */
  oldestSeconds: number;
}

export function jobFigures({ db, works, clock }: TranscriptionDeps): JobFigures {
  const { count, oldestAt } = queuedJobs(db);
  const underWay = works.jobs();
  const working = underWay.filter(({ isWorking }) => isWorking).length;
  const oldestSeconds = oldestAt === null ? 0 : Math.max(0, (clock.forAges() - oldestAt) / 1000);
  const unattended = Math.max(0, count - underWay.length);
  return { waiting: underWay.length - working, working, unattended, oldestSeconds };
}
