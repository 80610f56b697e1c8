/** Erasing recordings: first nobody sees them, then their rows go in slices, each call one. */
import { DAY_MS } from "../../lib/units.ts";
import type { Db } from "../db.ts";
import { change, changes, value } from "../statements.ts";
import { deleteSaves } from "./saves.ts";

const OF_ACCOUNT = `owner IN (SELECT number FROM recording_owners WHERE user_id = @accountId OR organization_id = @accountId)`;
/** Of an organization: its own, and its members'. */
const OF_ORGANIZATION = `owner IN (
  SELECT number FROM recording_owners
  WHERE organization_id = @organizationId
    OR user_id IN (SELECT user_id FROM members WHERE organization_id = @organizationId))`;

const deleteSlices = changes<[recording: number, limit: number]>(
  `DELETE FROM recording_slices WHERE number IN (
     SELECT number FROM recording_slices WHERE number >= ?1 * 4096 AND number < (?1 + 1) * 4096 LIMIT ?2)`,
);
const deleteSegments = changes<[recording: number, limit: number]>(
  `DELETE FROM recording_segments WHERE number IN (
     SELECT number FROM recording_segments WHERE recording = ? LIMIT ?)`,
);
const deleteEdits = changes<[recording: number, limit: number]>(
  "DELETE FROM recording_edits WHERE rowid IN (SELECT rowid FROM recording_edits WHERE recording = ? LIMIT ?)",
);
const deleteShares = change<[recording: number]>("DELETE FROM recording_shares WHERE recording = ?");
const deleteAudio = change<[recording: number]>("DELETE FROM recording_audio WHERE recording = ?");
const deleteItself = change<[recording: number]>("DELETE FROM recordings WHERE number = ?");

/** Nobody sees it from now on. */
export const hideRecording = change<[number: number]>(
  "UPDATE recordings SET erased = 1, index_due = NULL WHERE number = ? AND erased = 0",
);

/** All of a person's or of an organization's own. Returns how many there were. */
export const hideRecordingsOf = change<[accountId: string]>(
  `UPDATE recordings SET erased = 1, index_due = NULL WHERE erased = 0 AND ${OF_ACCOUNT}`,
  (accountId) => ({ accountId }),
);

/** An organization's own and its members'. Returns how many there were. */
export const hideRecordingsUnder = change<[organizationId: string]>(
  `UPDATE recordings SET erased = 1, index_due = NULL WHERE erased = 0 AND ${OF_ORGANIZATION}`,
  (organizationId) => ({ organizationId }),
);

/**
 * Those that an organization's `retentionDays` no longer allows; at most `limit`. Returns how many. Policies that bind a
 * recording: the policy of the organization whose it is, and those of every organization to which its person belongs.
 */
export const hideRecordingsPastRetention = change<[nowMs: number, limit: number]>(
  `UPDATE recordings SET erased = 1, index_due = NULL WHERE number IN (
     SELECT recordings.number
     FROM organizations
     JOIN recording_owners AS owners ON owners.organization_id = organizations.id
       OR owners.user_id IN (SELECT user_id FROM members WHERE members.organization_id = organizations.id)
     JOIN recordings INDEXED BY recordings_by_age ON recordings.owner = owners.number AND recordings.erased = 0
       AND recordings.created_at <= @nowMs - retention_days * @dayMs
     WHERE retention_days IS NOT NULL LIMIT @limit)`,
  (nowMs, limit) => ({ nowMs, dayMs: DAY_MS, limit }),
);

/** One that is hidden and has rows left. */
export const nextHiddenRecording = value<[], number>(
  "SELECT number FROM recordings WHERE erased = 1 ORDER BY number LIMIT 1",
);

/** Some rows of it; returns whether only the recording itself is left. Must run in a transaction. */
export function deleteRowsOf(
  db: Db,
  recording: number,
  { slices, segments }: { slices: number; segments: number },
): boolean {
  if (deleteSlices(db, recording, slices) || deleteSegments(db, recording, segments)) return false;
  return !deleteEdits(db, recording, segments);
}

/** In which its sound is, if it is kept. */
export const soundFileOf = value<[recording: number], string>(
  "SELECT file_name FROM recording_audio WHERE recording = ?",
);

/** The last of it. Must run in a transaction. */
export function deleteRecording(db: Db, number: number): void {
  for (const each of [deleteSaves, deleteShares, deleteAudio, deleteItself]) each(db, number);
}
