/** The recognized text of a recording, kept while later steps of the work are not done. */
import { type Db, inTransaction } from "../store/db.ts";
import { jobRecognition, keepJobRecognition } from "../store/transcription/job-recognitions.ts";
import { keepsNothing } from "./policy.ts";
import type { Transcription } from "./transcription.ts";
import type { Work } from "./work.ts";

/** That of a stored job outlives the process, unless nothing of it may reach the disk. */
export function keepTranscription(db: Db, work: Work): void {
  const { transcription } = work;
  if (!transcription || !work.parameters.diarize || !work.isJob || work.file.inMemory) return;
  inTransaction(db, () => {
    if (!keepsNothing(db, work.account.id)) keepJobRecognition(db, work.id, JSON.stringify(transcription));
  });
}

/** Of a job from before the start; null if recognition was not done. */
export function keptTranscription(db: Db, jobId: string): Transcription | null {
  const kept = jobRecognition(db, jobId);
  return kept === null ? null : (JSON.parse(kept) as Transcription);
}
