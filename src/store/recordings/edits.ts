/** The saves of a transcript, one line each: its changes and their inverse. */

import type { Db } from "../db.ts";
import { change, row, rows, value } from "../statements.ts";
import type { SpeakerNames } from "./recordings.ts";

/** Times are milliseconds since the epoch. */
export interface Edit {
  /** That the transcript has since. */
  revision: number;
  /** Null: with an organization's key, or by somebody who is no more. */
  person: string | null;
  at: number;
  /** JSON; `recordings/segments/edit-log.ts` says what is in them. */
  changes: string;
  inverses: string;
}

export interface EditLine extends Pick<Edit, "revision" | "person" | "at"> {
  name: string | null;
}

const insert = change<[edit: Edit & { recording: number }]>(
  `INSERT INTO recording_edits (recording, revision, person, at, changes, inverses)
   VALUES (@recording, @revision, @person, @at, @changes, @inverses)`,
);
const forget = change<[recording: number, until: number]>(
  "DELETE FROM recording_edits WHERE recording = ? AND revision <= ?",
);
const oldestOf = value<[recording: number], number | null>(
  "SELECT min(revision) FROM recording_edits WHERE recording = ?",
);

/** Of the newest, so many are kept. Must run in a transaction. */
export function insertEdit(db: Db, recording: number, edit: Edit, kept: number): void {
  insert(db, { ...edit, recording });
  forget(db, recording, edit.revision - kept);
}

export const forgetEdits = change<[recording: number]>("DELETE FROM recording_edits WHERE recording = ?");

/** Updates the recording after a save. */
export const saveRevision = change<
  [
    number: number,
    saved: { revision: number; wordCount: number; speakers: SpeakerNames; at: number; indexDue: number },
  ]
>(
  `UPDATE recordings SET revision = @revision, word_count = @wordCount, speakers = @speakers, updated_at = max(updated_at, @at),
     index_due = @indexDue
   WHERE number = @number`,
  (number, saved) => ({ ...saved, number, speakers: JSON.stringify(saved.speakers) }),
);

/** The save that made this revision; null if it is kept no longer. */
export const editOf = row<[recording: number, revision: number], Pick<Edit, "changes" | "inverses">>(
  "SELECT changes, inverses FROM recording_edits WHERE recording = ? AND revision = ?",
);

/** The inverses of the saves from `before` down to `after`, newest first. */
export const inversesDown = rows<
  [range: { recording: number; after: number; before: number; limit: number }],
  Pick<Edit, "revision" | "inverses">
>(
  `SELECT revision, inverses FROM recording_edits
   WHERE recording = @recording AND revision > @after AND revision <= @before ORDER BY revision DESC LIMIT @limit`,
);

/** Newest first. */
export const editsBefore = rows<[recording: number, before: number, limit: number], EditLine>(
  `SELECT revision, person, at, coalesce(users.name, users.email) AS name
   FROM recording_edits LEFT JOIN users ON users.id = person
   WHERE recording = ? AND revision < ? ORDER BY revision DESC LIMIT ?`,
);

/** The oldest revision that can be had; `revision` if nothing was saved. */
export function oldestRevision(db: Db, { number, revision }: { number: number; revision: number }): number {
  const oldest = oldestOf(db, number);
  return oldest === null ? revision : oldest - 1;
}
