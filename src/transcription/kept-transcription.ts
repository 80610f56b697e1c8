/** What recognition made of a recording, kept while later steps of the work are not done. */
import { jobRecognition, keepJobRecognition } from "../store/job-recognitions.ts";
import type { TranscriptionDeps } from "./deps.ts";
import { keepsNothing } from "./policy.ts";
import type { Transcription } from "./transcription.ts";
import type { Work } from "./works.ts";

/** That of a stored job outlives the process, unless nothing of it may reach the disk. */
export function keepRecognized({ db }: TranscriptionDeps, work: Work): void {
  if (!work.recognized || !work.parameters.diarize) return;
  if (!work.stored || work.file.inMemory || keepsNothing(db, work.account.id)) return;
  keepJobRecognition(db, work.id, JSON.stringify(work.recognized));
}

/** Of a job from before the start; null where recognition was not done. */
export function recognizedBefore({ db }: TranscriptionDeps, jobId: string): Transcription | null {
  const kept = jobRecognition(db, jobId);
  return kept === null ? null : (JSON.parse(kept) as Transcription);
}
