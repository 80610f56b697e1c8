/**
 * Saves of a few words, which a recording's segments and log do not have yet. Each is one short row, so that autosaving writes one
 * page. Reading segments returns them with these saves (`segments.ts`); they are entered by `recordings/segments/enter.ts`.
 */

import { type Db, perDatabase } from "../db.ts";
import { change, values } from "../statements.ts";
import type { StoredSegment } from "./stored-segment.ts";

/** Saves of one recording; `number` of a save is that of its recording times this, and more. */
const SAVES = 4096;

/** A segment in the place of the one with its id. */
export type SavedSegment = [
  id: string,
  speaker: number | null,
  startMs: number,
  endMs: number,
  keptBefore: number,
  keptBehind: number,
  others: string,
];

/** Times are milliseconds since the epoch. */
export interface Save {
  /** Null: with an organization's key, or by somebody who is no more. */
  person: string | null;
  at: number;
  /** How many more the recording has since. */
  words: number;
  segments: SavedSegment[];
}

type Range = { from: number; to: number };
type Row = Omit<Save, "segments"> & { segments: string };

const statements = perDatabase((db) => ({
  of: db.prepare<[Range], Row>(
    `SELECT person, at, words, segments FROM recording_saves WHERE number >= @from AND number < @to ORDER BY number`,
  ),
}));

/** For queries of `recordings`: of its saves here. */
export const OF_SAVES = `FROM recording_saves AS saves
  WHERE saves.number >= recordings.number * ${SAVES} AND saves.number < (recordings.number + 1) * ${SAVES}`;

/** Must run in a transaction. */
export const insertSave = change<[recording: number, given: Save]>(
  `INSERT INTO recording_saves (number, person, at, words, segments)
   SELECT coalesce(max(number) + 1, @from), @person, @at, @words, @segments
   FROM recording_saves WHERE number >= @from AND number < @to`,
  (recording, { segments, ...save }) => ({
    ...save,
    ...rangeOf(recording),
    segments: JSON.stringify(segments),
  }),
);

/** Oldest first. */
export function savesOf(db: Db, recording: number): Save[] {
  const rows = statements(db).of.all(rangeOf(recording));
  return rows.map((row) => ({ ...row, segments: JSON.parse(row.segments) as SavedSegment[] }));
}

export const deleteSaves = change<[recording: number]>(
  "DELETE FROM recording_saves WHERE number >= @from AND number < @to",
  (recording) => rangeOf(recording),
);

/** Recordings with saves, of which none is younger. */
export const recordingsSavedBefore = values<[atMs: number], number>(
  `SELECT saves.number / ${SAVES} AS recording FROM recording_saves AS saves
   JOIN recordings ON recordings.number = saves.number / ${SAVES} AND erased = 0
   GROUP BY recording HAVING max(at) <= ?`,
);

/** Recordings in which they have saves. */
export const recordingsSavedBy = values<[userId: string], number>(
  `SELECT DISTINCT number / ${SAVES} FROM recording_saves WHERE person = ?`,
);

/** The difference from the one before it, which has the same id. */
export function toSaved(
  before: StoredSegment,
  { id, speaker, startMs, endMs, words }: StoredSegment,
): SavedSegment {
  const most = Math.min(before.words.length, words.length);
  let kept = 0;
  while (kept < most && before.words[kept] === words[kept]) kept++;
  let behind = 0;
  while (behind < most - kept && before.words.at(-1 - behind) === words.at(-1 - behind)) behind++;
  return [id, speaker, startMs, endMs, kept, behind, words.slice(kept, words.length - behind)];
}

export function fromSaved(before: StoredSegment, saved: SavedSegment): StoredSegment {
  const [id, speaker, startMs, endMs, kept, behind, others] = saved;
  const words = before.words.slice(0, kept) + others + before.words.slice(before.words.length - behind);
  return { id, speaker, startMs, endMs, words };
}

/** Segments as the saves of their recording make them. */
export function withSaves<Segment extends StoredSegment>(
  db: Db,
  recording: number,
  segments: readonly Segment[],
): Segment[] {
  const now = new Map(segments.map((segment) => [segment.id, segment]));
  for (const saved of savesOf(db, recording).flatMap((save) => save.segments)) {
    const before = now.get(saved[0]);
    if (before !== undefined) now.set(before.id, { ...before, ...fromSaved(before, saved) });
  }
  return [...now.values()];
}

function rangeOf(recording: number): Range {
  return { from: recording * SAVES, to: (recording + 1) * SAVES };
}
