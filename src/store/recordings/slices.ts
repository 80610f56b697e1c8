/**
 * Slices for the search: some 200 words of a recording each, and its names. Words stand after their owner's number, so that
 * a query reads none of others.
 */

import type { Db } from "../db.ts";
import { change, reading, rowAs, rows, rowsAs, values } from "../statements.ts";
import { ACCESS } from "./access.ts";
import { type Viewer, type ViewerNumbers, viewerNumbers } from "./owners.ts";
import { SEEN_COLUMNS, SEEN_JOINS, type SeenRecording, type SeenRow, toSeen } from "./recordings.ts";

/** Slices of one recording; `number` of a slice is that of its recording times this, and more. */
export const SLICES = 4096;

export interface Slice {
  number: number;
  /** Its first one; null: it has the names. */
  segment: string | null;
  startMs: number | null;
  terms: string;
}

/** A recording whose words are to be put into the search. */
export interface DueRecording {
  number: number;
  owner: number;
  name: string;
  tags: string[];
  speakers: (string | null)[];
  indexDue: number;
}

/** Where words were found: a recording, and one of its slices. */
export interface SliceHit {
  recording: number;
  segment: string | null;
  startMs: number | null;
}

type DueRow = Omit<DueRecording, "tags" | "speakers"> & { tags: string; speakers: string };

const changeWords = change<[slice: Slice]>(
  "UPDATE recording_slices SET terms = @terms, start_ms = @startMs WHERE number = @number",
);
const move = change<[slice: Slice]>("UPDATE recording_slices SET start_ms = @startMs WHERE number = @number");
const ownersSeenBy = values<[viewer: ViewerNumbers & { limit: number }], number>(
  `SELECT owner FROM recording_shares JOIN recordings ON recordings.number = recording_shares.recording
     WHERE user_id = @userId
   UNION SELECT recordings.owner FROM recordings
     WHERE folder IN (
       SELECT number FROM recording_folders WHERE owner = @owner
       UNION ALL SELECT folder FROM recording_shares WHERE user_id = @userId AND folder IS NOT NULL)
   EXCEPT SELECT @owner LIMIT @limit`,
);
// The index of words leads: it comes newest first and is read no further than the page needs.
const search = reading<[bounds: ViewerNumbers & { terms: string; before: number }], SliceHit>(
  `SELECT recordings.number AS recording, recording_slices.segment, recording_slices.start_ms AS startMs
   FROM recording_terms
   CROSS JOIN recording_slices ON recording_slices.number = recording_terms.rowid
   CROSS JOIN recordings ON recordings.number = recording_terms.rowid / ${SLICES}
   WHERE recording_terms MATCH @terms AND recording_terms.rowid < @before
     AND erased = 0 AND ${ACCESS} IS NOT NULL
   ORDER BY recording_terms.rowid DESC`,
);
const seen = rowAs<[which: ViewerNumbers & { number: number }], SeenRow, SeenRecording>(
  `SELECT ${SEEN_COLUMNS} FROM recordings ${SEEN_JOINS} WHERE recordings.number = @number`,
  toSeen,
);

/** Longest due first. */
export const recordingsToIndex = rowsAs<[nowMs: number, limit: number], DueRow, DueRecording>(
  `SELECT number, owner, name, tags, speakers, index_due AS indexDue FROM recordings
   WHERE index_due <= ? AND erased = 0 ORDER BY index_due LIMIT ?`,
  (row) => ({
    ...row,
    tags: JSON.parse(row.tags) as string[],
    speakers: Object.values(JSON.parse(row.speakers) as Record<string, string | null>),
  }),
);

/** Unless it changed meanwhile. */
export const markIndexed = change<[given: Pick<DueRecording, "number" | "indexDue">]>(
  "UPDATE recordings SET index_due = NULL WHERE number = ? AND index_due = ?",
  ({ number, indexDue }) => [number, indexDue],
);

export const slicesOf = rows<[recording: number], Slice>(
  `SELECT number, segment, start_ms AS startMs, terms FROM recording_slices
   WHERE number >= @from AND number < @to`,
  (recording) => ({ from: recording * SLICES, to: (recording + 1) * SLICES }),
);

/** Unless its recording was erased meanwhile. */
export const insertSlice = change<[slice: Slice]>(
  `INSERT INTO recording_slices (number, segment, start_ms, terms)
   SELECT @number, @segment, @startMs, @terms
   WHERE EXISTS (SELECT 1 FROM recordings WHERE number = cast(@number AS INTEGER) / ${SLICES} AND erased = 0)`,
);

/** @param hasTerms whether its words are others; else only its time is. */
export function changeSlice(db: Db, slice: Slice, hasTerms: boolean): void {
  (hasTerms ? changeWords : move)(db, slice);
}

export const deleteSlice = change<[number: number]>("DELETE FROM recording_slices WHERE number = ?");

/** The prefix of each word of an owner. No word holds the dot. */
export function ofOwner(owner: number): string {
  return `${owner.toString(36)}·`;
}

/**
 * Slices that the viewer sees and in which every term stands, those of the newest recordings first. It reads as it goes: between
 * its items nothing may be written.
 * @param sharers at most so many others' recordings are looked through.
 */
export function* searchSlices(
  db: Db,
  viewer: Viewer,
  terms: readonly string[],
  { before, sharers }: { before: number | null; sharers: number },
): Generator<SliceHit> {
  const numbers = viewerNumbers(db, viewer);
  const owners = [
    ...(numbers.owner === 0 ? [] : [numbers.owner]),
    ...ownersSeenBy(db, { ...numbers, limit: sharers }),
  ];
  if (owners.length === 0) return;
  const query = terms
    .map((term) => `(${owners.map((owner) => `"${ofOwner(owner)}${term}"`).join(" OR ")})`)
    .join(" AND ");
  const bound = before === null ? Number.MAX_SAFE_INTEGER : before * SLICES;
  yield* search(db, { ...numbers, terms: query, before: bound });
}

/** One that a search found. */
export function foundRecording(db: Db, viewer: Viewer, number: number): SeenRecording | null {
  return seen(db, { ...viewerNumbers(db, viewer), number });
}
