import { type Db, perDatabase } from "../db.ts";
import { ACCESS } from "./access.ts";
import { type Viewer, viewerNumbers } from "./owners.ts";

export interface OwnEdit {
  recording: number;
  /** JSON, as in the log of edits. */
  changes: string;
  inverses: string;
}

const statements = perDatabase((db) => ({
  edits: db.prepare<
    [{ owner: number; userId: string | null; person: string; maxBytes: number; limit: number }],
    OwnEdit
  >(
    `SELECT recording, changes, inverses FROM recording_edits JOIN recordings ON recordings.number = recording
     WHERE person = @person AND erased = 0 AND length(changes) + length(inverses) <= @maxBytes AND ${ACCESS} IS NOT NULL
     ORDER BY recording_edits.rowid DESC LIMIT @limit`,
  ),
}));

/** Of a person, in recordings that they still see, newest first. Large ones are no corrections of words. */
export function ownEdits(
  db: Db,
  viewer: Viewer,
  { maxBytes, limit }: { maxBytes: number; limit: number },
): OwnEdit[] {
  return statements(db).edits.all({
    ...viewerNumbers(db, viewer),
    person: viewer.accountId,
    maxBytes,
    limit,
  });
}
