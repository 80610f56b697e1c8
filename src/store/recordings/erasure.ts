/** Erasing recordings: first nobody sees them, then their rows go in slices, each call one. */
import { DAY_MS } from "../../lib/units.ts";
import { type Db, perDatabase } from "../db.ts";
import { change, value } from "../statements.ts";
import { deleteSaves } from "./saves.ts";

const OF_ACCOUNT = `owner IN (SELECT number FROM recording_owners WHERE user_id = @accountId OR organization_id = @accountId)`;
/** Of an organization: its own, and its members'. */
const OF_ORGANIZATION = `owner IN (
  SELECT number FROM recording_owners
  WHERE organization_id = @organizationId
    OR user_id IN (SELECT user_id FROM members WHERE organization_id = @organizationId))`;

type Slice = { recording: number; limit: number };

const statements = perDatabase((db) => ({
  slices: db.prepare<[Slice]>(
    `DELETE FROM recording_slices WHERE number IN (
       SELECT number FROM recording_slices
       WHERE number >= @recording * 4096 AND number < (@recording + 1) * 4096 LIMIT @limit)`,
  ),
  segments: db.prepare<[Slice]>(
    `DELETE FROM recording_segments WHERE number IN (
       SELECT number FROM recording_segments WHERE recording = @recording LIMIT @limit)`,
  ),
  edits: db.prepare<[Slice]>(
    `DELETE FROM recording_edits WHERE rowid IN (
       SELECT rowid FROM recording_edits WHERE recording = @recording LIMIT @limit)`,
  ),
  shares: db.prepare<[number]>("DELETE FROM recording_shares WHERE recording = ?"),
  audio: db.prepare<[number]>("DELETE FROM recording_audio WHERE recording = ?"),
  recording: db.prepare<[number]>("DELETE FROM recordings WHERE number = ?"),
}));

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
  const sql = statements(db);
  if (sql.slices.run({ recording, limit: slices }).changes > 0) return false;
  if (sql.segments.run({ recording, limit: segments }).changes > 0) return false;
  return sql.edits.run({ recording, limit: segments }).changes === 0;
}

/** In which its sound is, if it is kept. */
export const soundFileOf = value<[recording: number], string>(
  "SELECT file_name FROM recording_audio WHERE recording = ?",
);

/** The last of it. Must run in a transaction. */
export function deleteRecording(db: Db, number: number): void {
  const { shares, audio, recording } = statements(db);
  deleteSaves(db, number);
  for (const each of [shares, audio, recording]) each.run(number);
}
