import { change, value } from "../statements.ts";

/** Until the job ends, which takes it away. Nothing if it has ended. @param transcription JSON. */
export const keepJobRecognition = change<[jobId: string, transcription: string]>(
  `INSERT OR REPLACE INTO job_recognitions (job_id, transcription)
   SELECT id, ?2 FROM transcription_jobs WHERE id = ?1 AND status = 'queued'`,
);

export const jobRecognition = value<[jobId: string], string>(
  "SELECT transcription FROM job_recognitions WHERE job_id = ?",
);
