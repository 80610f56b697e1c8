/**
 * A recording of a transcription job of the API. One that is under way brings its words in the transaction that ends it; of one
 * that ended, its result is read: what its format says of times and speakers, and nothing of its sound.
 */
import { newId } from "../../lib/ids.ts";
import { transact } from "../../store/database/write-lock.ts";
import { insertRecording, recordingsOfJob } from "../../store/recordings/recordings.ts";
import { jobOfAccount } from "../../store/transcription/jobs.ts";
import type { Answer } from "../../work/request.ts";
import { findFolder, findRecording, requireKeeping } from "../library/access.ts";
import { publishRecording } from "../library/events.ts";
import { toRecording } from "../library/to-wire.ts";
import { importRecording } from "../transcript/import.ts";
import { CREATED } from "./answers.ts";
import type { Call, MakingDeps, RecordingWishes } from "./deps.ts";

const UNNAMED = "Transcription";

export type JobWishes = Pick<RecordingWishes, "name" | "folderId" | "tags">;

/**
 * The same job again is the recording that was made of it.
 * @throws `history_unavailable`, `folder_not_found`, `recording_access_required`; `job_not_found`, `job_failed`,
 *   `job_cancelled`, `job_abandoned`, `job_expired`.
 */
export async function makeFromJob(
  deps: MakingDeps,
  { principal }: Pick<Call, "principal">,
  { jobId, wishes }: { jobId: string; wishes: JobWishes },
): Promise<Answer> {
  const { db, transcription } = deps;
  requireKeeping(db, principal);
  const made = madeBefore(deps, principal.accountId, jobId);
  if (made !== null) return answerOf(toRecording(db, findRecording(db, principal, made, "owner")));
  const waiting = await transact(db, () => followUnfinished(deps, principal, { jobId, wishes }));
  if (waiting !== null) {
    const recording = findRecording(db, principal, waiting, "owner");
    publishRecording(deps, recording, "added");
    return answerOf(toRecording(db, recording));
  }
  const { audio_duration_seconds: seconds } = transcription.getJob(principal.accountId, jobId);
  const { body: content } = transcription.getResult(principal.accountId, jobId);
  const recording = await importRecording(
    deps,
    principal,
    {
      ...{ content, name: wishes.name ?? UNNAMED, fileName: null, language: null },
      ...{ folderId: wishes.folderId ?? null, tags: wishes.tags ?? [] },
    },
    { source: { jobId, durationMs: seconds === null ? null : Math.round(seconds * 1000) } },
  );
  return answerOf(recording);
}

/** By this account: the one that was made of a job by its upload, too. */
function madeBefore({ db }: MakingDeps, accountId: string, jobId: string): string | null {
  const own = recordingsOfJob(db, jobId).find(
    ({ personId, organizationId }) => (personId ?? organizationId) === accountId,
  );
  return own?.id ?? null;
}

/** Its id, or null if the job has ended, or is none of the account's. */
function followUnfinished(
  { db, clock }: MakingDeps,
  principal: Call["principal"],
  { jobId, wishes }: { jobId: string; wishes: JobWishes },
): string | null {
  const { accountId } = principal;
  if (jobOfAccount(db, accountId, jobId)?.status !== "queued") return null;
  const id = newId("rec");
  insertRecording(db, {
    ...{ id, accountId, jobId, name: wishes.name ?? UNNAMED, tags: wishes.tags ?? [] },
    folder: wishes.folderId ? findFolder(db, principal, wishes.folderId, "editor").number : null,
    language: null,
    durationMs: null,
    state: "waiting",
    source: "job",
    createdAt: clock.now(),
  });
  return id;
}

function answerOf(recording: object): Answer {
  return { ...CREATED, body: JSON.stringify(recording), replayed: false };
}
