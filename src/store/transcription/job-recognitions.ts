import { type Db, perDatabase } from "../db.ts";
import { value } from "../statements.ts";

const statements = perDatabase((db) => ({
  keep: db.prepare<[string, string]>(
    `INSERT OR REPLACE INTO job_recognitions (job_id, transcription)
     SELECT id, ? FROM transcription_jobs WHERE id = ? AND status = 'queued'`,
  ),
}));

/** Until the job ends, which takes it away. Nothing if it has ended. @param transcription JSON. */
export function keepJobRecognition(db: Db, jobId: string, transcription: string): void {
  statements(db).keep.run(transcription, jobId);
}

export const jobRecognition = value<[jobId: string], string>(
  "SELECT transcription FROM job_recognitions WHERE job_id = ?",
);
