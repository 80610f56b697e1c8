/** Lists of recordings, newest first. */
import type { Db } from "../db.ts";
import { row, rowsAs, values } from "../statements.ts";
import { ACCESS, SEEN_FOLDERS } from "./access.ts";
import { type Viewer, type ViewerNumbers, viewerNumbers } from "./owners.ts";
import {
  type RecordingState,
  SEEN_COLUMNS,
  SEEN_JOINS,
  type SeenRecording,
  type SeenRow,
  toSeen,
} from "./recordings.ts";

/** Null stands for any. */
export interface RecordingFilter {
  /** By number. */
  folder: number | "none" | null;
  tag: string | null;
  archived: boolean | null;
  state: RecordingState | null;
  whose: "own" | "shared" | null;
}

interface Bounds extends ViewerNumbers {
  before: number;
  limit: number;
  folder: number | null;
  unfiled: 0 | 1;
  tag: string | null;
  archived: 0 | 1 | null;
  state: string | null;
  own: 0 | 1;
  shared: 0 | 1;
}

const FITS = `erased = 0 AND recordings.number < @before AND (@archived IS NULL OR archived = @archived)
  AND (@unfiled = 0 OR recordings.folder IS NULL) AND (@tag IS NULL OR instr(tags, @tag) > 0)
  AND (@state IS NULL OR state = @state)`;
const FIRST = "ORDER BY recordings.number DESC LIMIT @limit";

/** Their own, those shared with them one by one, and those in folders that they see: the first of each, then of all. */
const EVERYWHERE = `
  SELECT number FROM (SELECT recordings.number FROM recordings WHERE @own = 1 AND owner = @owner AND ${FITS} ${FIRST})
  UNION SELECT number FROM (
    SELECT recordings.number
    FROM recording_shares CROSS JOIN recordings ON recordings.number = recording_shares.recording
    WHERE @shared = 1 AND user_id = @userId AND ${FITS} ${FIRST})
  UNION SELECT number FROM (
    SELECT recordings.number FROM recordings
    WHERE @shared = 1 AND recordings.folder IN (${SEEN_FOLDERS}) AND owner <> @owner AND ${FITS} ${FIRST})`;

const page = rowsAs<[bounds: Bounds], SeenRow, SeenRecording>(
  `SELECT ${SEEN_COLUMNS} FROM (${EVERYWHERE} ORDER BY number DESC LIMIT @limit) AS found
   JOIN recordings ON recordings.number = found.number ${SEEN_JOINS} ORDER BY recordings.number DESC`,
  toSeen,
);
const pageOfFolder = rowsAs<[bounds: Bounds], SeenRow, SeenRecording>(
  `SELECT ${SEEN_COLUMNS} FROM recordings ${SEEN_JOINS}
   WHERE recordings.folder = @folder AND ${FITS} AND ${ACCESS} IS NOT NULL
     AND ((@own = 1 AND recordings.owner = @owner) OR (@shared = 1 AND recordings.owner <> @owner)) ${FIRST}`,
  toSeen,
);
const counts = row<[viewer: ViewerNumbers], { all: number; unfiled: number; archived: number }>(
  `SELECT count(*) FILTER (WHERE archived = 0) AS "all",
     count(*) FILTER (WHERE archived = 0 AND folder IS NULL) AS unfiled,
     count(*) FILTER (WHERE archived = 1) AS archived
   FROM (
     SELECT number, archived, folder FROM recordings WHERE owner = @owner AND erased = 0
     UNION SELECT recordings.number, archived, recordings.folder
       FROM recording_shares CROSS JOIN recordings ON recordings.number = recording_shares.recording
       WHERE user_id = @userId AND erased = 0
     UNION SELECT number, archived, folder FROM recordings
       WHERE folder IN (${SEEN_FOLDERS}) AND owner <> @owner AND erased = 0)`,
);
const tags = values<[which: { owner: number; rows: number; limit: number }], string>(
  `SELECT value FROM (
     SELECT tags FROM recordings INDEXED BY recordings_with_tags
     WHERE owner = @owner AND erased = 0 AND tags <> '[]' ORDER BY number DESC LIMIT @rows), json_each(tags)
   GROUP BY value ORDER BY count(*) DESC, value LIMIT @limit`,
);

/** @param before the number of the last one of the page before; null: from the newest on. */
export function listRecordings(
  db: Db,
  viewer: Viewer,
  { folder, tag, archived, state, whose }: RecordingFilter,
  before: number | null,
  limit: number,
): SeenRecording[] {
  const bounds: Bounds = {
    ...viewerNumbers(db, viewer),
    before: before ?? Number.MAX_SAFE_INTEGER,
    limit,
    folder: typeof folder === "number" ? folder : null,
    unfiled: folder === "none" ? 1 : 0,
    // A text of JSON stands in an array of texts only as one of them.
    tag: tag === null ? null : JSON.stringify(tag),
    archived: archived === null ? null : archived ? 1 : 0,
    state,
    own: whose === "shared" ? 0 : 1,
    shared: whose === "own" ? 0 : 1,
  };
  return (bounds.folder === null ? page : pageOfFolder)(db, bounds);
}

export function countRecordings(db: Db, viewer: Viewer): { all: number; unfiled: number; archived: number } {
  return counts(db, viewerNumbers(db, viewer)) ?? { all: 0, unfiled: 0, archived: 0 };
}

/** Of the newest `rows` of their own that have any; the most used first. */
export function tagsOf(db: Db, viewer: Viewer, { rows, limit }: { rows: number; limit: number }): string[] {
  return tags(db, { owner: viewerNumbers(db, viewer).owner, rows, limit });
}
