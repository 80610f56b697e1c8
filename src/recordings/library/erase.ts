/**
 * Erasing recordings for good: from one moment on nobody sees them, then their words in the search, segments, revisions,
 * shares and sound go in slices, because SQLite holds up the whole process. A killed server's next start continues.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ChangeDeps } from "../../accounts/audit/actor.ts";
import { recordAudit } from "../../accounts/audit/audit-log.ts";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import type { Slices } from "../../lib/slices.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  deleteRecording,
  deleteRowsOf,
  hideRecording,
  hideRecordingsOf,
  hideRecordingsPastRetention,
  nextHiddenRecording,
  soundFileOf,
} from "../../store/recordings/erasure.ts";
import { audienceOf, type SeenRecording } from "../../store/recordings/recordings.ts";
import { setJobEnded } from "../../store/transcription/jobs.ts";
import { findRecording } from "./access.ts";

/**
 * Nobody sees it from now on.
 * @returns who saw it.
 * @throws TiroError `recording_not_found`, `recording_access_required`, `history_unavailable`.
 */
export function hideForGood(
  changes: ChangeDeps,
  principal: Principal,
  id: string,
): { recording: SeenRecording; audience: string[] } {
  const { db } = changes;
  return inTransaction(db, () => {
    const recording = findRecording(db, principal, id, "owner");
    const audience = audienceOf(db, recording.number);
    hideRecording(db, recording.number);
    // Nobody waits for its words any more. A server that works on them finds out.
    const { source } = recording;
    if ((source === "upload" || source === "live") && recording.jobId !== null)
      setJobEnded(db, recording.jobId, "cancelled", null, changes.clock.now());
    recordAudit(changes, "recording.erased", principal.accountId, { recording: id });
    return { recording, audience };
  });
}

/** Erases recordings that nobody sees any more. Returns how many recordings there were. */
export function* eraseHidden(db: Db, dataDir: string): Slices<number> {
  let erased = 0;
  const atOnce = { slices: limits.slicesErasedAtOnce, segments: limits.segmentsErasedAtOnce };
  for (let next = nextHiddenRecording(db); next !== null; next = nextHiddenRecording(db)) {
    const number = next;
    while (!inTransaction(db, () => deleteRowsOf(db, number, atOnce))) yield;
    // Before its row: after a kill nothing else knows of the file.
    removeSound(dataDir, soundFileOf(db, number));
    inTransaction(db, () => deleteRecording(db, number));
    erased += 1;
    yield;
  }
  return erased;
}

/** All of a person's own. Returns how many recordings there were. */
export function* eraseLibrary({ db, dataDir }: { db: Db; dataDir: string }, userId: string): Slices<number> {
  const hidden = inTransaction(db, () => hideRecordingsOf(db, userId));
  yield* eraseHidden(db, dataDir);
  return hidden;
}

/** Hides recordings that the policies of organizations no longer allow. Returns how many there were. */
export function* hidePastRetention(db: Db, nowMs: number): Slices<number> {
  for (let hidden = 0; ; yield) {
    const more = inTransaction(db, () => hideRecordingsPastRetention(db, nowMs, limits.erasedAtOnce));
    if (more === 0) return hidden;
    hidden += more;
  }
}

function removeSound(dataDir: string, file: string | null): void {
  if (file !== null) rmSync(join(dataDir, "recordings", file), { force: true });
}
