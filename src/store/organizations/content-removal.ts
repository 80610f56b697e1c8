/** Text that was stored before an organization's zero retention bound it: of its own account and of its members'. */
import type { Db } from "../db.ts";
import { hideRecordingsUnder } from "../recordings/erasure.ts";
import { change, count } from "../statements.ts";

/** How many there were. */
export interface RemovedContent {
  jobResults: number;
  answers: number;
  /** Recognized text of jobs whose later steps are not done. */
  recognitions: number;
  recordings: number;
}

/** The content that stays, counted. */
export interface LeftContent {
  /** Their recordings are needed until they end. */
  unfinishedJobs: number;
  /** Sessions of history. */
  sessions: number;
}

const ACCOUNTS = `(SELECT @organizationId UNION SELECT user_id FROM members WHERE organization_id = @organizationId)`;

type Bound = { organizationId: string };

const removeResults = change<[bound: Bound]>(
  `UPDATE transcription_jobs SET content_type = NULL, body = NULL
   WHERE account_id IN ${ACCOUNTS} AND body IS NOT NULL`,
);
// 202 says that a job was made, and nothing of its text: without it a repeated call would make another.
const removeAnswers = change<[bound: Bound]>(
  `DELETE FROM idempotency_answers WHERE account_id IN ${ACCOUNTS} AND body IS NOT NULL AND status <> 202`,
);
const removeRecognitions = change<[bound: Bound]>(
  `DELETE FROM job_recognitions
   WHERE job_id IN (SELECT id FROM transcription_jobs WHERE account_id IN ${ACCOUNTS} AND status = 'queued')`,
);
const countUnfinished = count<[bound: Bound]>(
  `SELECT count(*) FROM transcription_jobs
   WHERE account_id IN ${ACCOUNTS} AND status = 'queued' AND spool_name IS NOT NULL`,
);
const countSessions = count<[bound: Bound]>(
  `SELECT count(*) FROM sessions
   WHERE organization_id = @organizationId
     OR owner IN (SELECT number FROM history_owners WHERE user_id IN ${ACCOUNTS})`,
);

/** Results, reusable answers and kept recognitions. Recordings are seen no more, and then erased in slices. */
export function removeContent(db: Db, organizationId: string): RemovedContent {
  const bound = { organizationId };
  return {
    jobResults: removeResults(db, bound),
    answers: removeAnswers(db, bound),
    recognitions: removeRecognitions(db, bound),
    recordings: hideRecordingsUnder(db, organizationId),
  };
}

export function leftContent(db: Db, organizationId: string): LeftContent {
  const bound = { organizationId };
  return { unfinishedJobs: countUnfinished(db, bound), sessions: countSessions(db, bound) };
}
