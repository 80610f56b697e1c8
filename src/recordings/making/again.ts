/** Work on a recording is ended, or begins anew with the sound that was kept. */
import { TiroError } from "../../lib/errors.ts";
import { type Recording, setRecordingState } from "../../store/recordings/recordings.ts";
import { findRecording, requireKeeping } from "../library/access.ts";
import { publishRecording } from "../library/events.ts";
import { toRecording } from "../library/to-wire.ts";
import type { Recording as WireRecording } from "../wire.ts";
import type { Call, MakingDeps, RecognitionWishes } from "./deps.ts";
import { spooledSound } from "./spooled-sound.ts";
import { storeJob } from "./store-job.ts";

/** One whose recognition has ended stays as it is. @throws `recording_not_found`, `recording_access_required`, `history_unavailable`. */
export async function cancelRecognition(
  deps: MakingDeps,
  { principal }: Pick<Call, "principal">,
  id: string,
): Promise<WireRecording> {
  const { db, transcription } = deps;
  const recording = findRecording(db, principal, id, "editor");
  const isUnfinished = recording.state === "waiting" || recording.state === "recognizing";
  const accountId = recording.personId ?? recording.organizationId;
  if (isUnfinished && recording.jobId !== null && accountId !== null)
    await transcription.cancelJob(accountId, recording.jobId);
  return toRecording(db, findRecording(db, principal, id, "editor"));
}

/**
 * Of one that failed or was cancelled.
 * @throws `recording_state_conflict`, `recording_audio_gone`, and what a new job may meet.
 */
export async function recognizeAnew(
  deps: MakingDeps,
  call: Call & { wishes: RecognitionWishes },
  id: string,
): Promise<WireRecording> {
  const { db, clock } = deps;
  const { principal } = call;
  requireKeeping(db, principal);
  const recording = findRecording(db, principal, id, "owner");
  requireEnded(recording);
  const file = await spooledSound(deps, recording.number, call.signal);
  await storeJob(deps, call, {
    file,
    isPaidFor: recording.source === "live",
    stored: (jobId) => {
      const now = findRecording(db, principal, id, "owner");
      requireEnded(now);
      setRecordingState(db, now, { state: "waiting", jobId }, clock.now());
    },
  });
  const begun = findRecording(db, principal, id, "owner");
  publishRecording(deps, begun, "changed");
  return toRecording(db, begun);
}

function requireEnded({ state }: Recording): void {
  if (state === "failed" || state === "cancelled") return;
  throw new TiroError(
    "recording_state_conflict",
    `The recording is ${state}; only one that failed or was cancelled is recognized anew.`,
  );
}
