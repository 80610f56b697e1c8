/** What recognition made of a recording, kept while later steps of the work are not done. */
import type { Db } from "../store/db.ts";
import { jobRecognition, keepJobRecognition } from "../store/job-recognitions.ts";
import { keepsNothing } from "./policy.ts";
import type { Transcription } from "./transcription.ts";
import type { Work } from "./work.ts";

/** That of a stored job outlives the process, unless nothing of it may reach the disk. */
export function keepTranscription(db: Db, work: Work): void {
  if (!work.transcription || !work.parameters.diarize) return;
  if (!work.isJob || work.file.inMemory || keepsNothing(db, work.account.id)) return;
  keepJobRecognition(db, work.id, JSON.stringify(work.transcription));
}

/** Of a job from before the start; null where recognition was not done. */
export function keptTranscription(db: Db, jobId: string): Transcription | null {
  const kept = jobRecognition(db, jobId);
  return kept === null ? null : (JSON.parse(kept) as Transcription);
}
