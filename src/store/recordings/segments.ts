import type { Db } from "../db.ts";
import { change, count, row, rows, value, values } from "../statements.ts";
import { withSaves } from "./saves.ts";
import type { StoredSegment } from "./stored-segment.ts";

export type { StoredSegment };

export interface PlacedSegment extends StoredSegment {
  position: number;
}

export interface StoredChange {
  /** Neighbours, in their order; none if segments are only inserted. */
  replace: readonly string[];
  /** Where `replace` is empty: after which one; null at the beginning. */
  after: string | null;
  with: readonly StoredSegment[];
}

/** A change that does not fit the transcript as it is. */
export class ChangeMismatch extends Error {}

/** Between the positions of neighbours: so often one can be divided before all are numbered anew. */
const ROOM = 2 ** 32;
const COLUMNS = "position, id, speaker, start_ms AS startMs, end_ms AS endMs, words";

type Row = PlacedSegment & { recording: number };

/** So many rows by one statement: a third less for thousands of them in one transaction. */
const ROWS_AT_ONCE = 50;
const insertRows = (count: number) =>
  change<[segments: readonly Row[]]>(
    `INSERT INTO recording_segments (recording, position, id, speaker, start_ms, end_ms, words)
     VALUES ${Array<string>(count).fill("(?, ?, ?, ?, ?, ?, ?)").join(", ")}`,
    // Places instead of names: a quarter less.
    (segments) =>
      segments.flatMap((row) => {
        const { recording, position, id, speaker, startMs, endMs, words } = row;
        return [recording, position, id, speaker, startMs, endMs, words];
      }),
  );
const insertOne = insertRows(1);
const insertMany = insertRows(ROWS_AT_ONCE);
const update = change<[segment: StoredSegment & { recording: number }]>(
  `UPDATE recording_segments SET speaker = @speaker, start_ms = @startMs, end_ms = @endMs, words = @words
   WHERE recording = @recording AND id = @id`,
);
const remove = change<[recording: number, id: string]>(
  "DELETE FROM recording_segments WHERE recording = ? AND id = ?",
);
const one = row<[recording: number, id: string], PlacedSegment>(
  `SELECT ${COLUMNS} FROM recording_segments WHERE recording = ? AND id = ?`,
);
const page = rows<[recording: number, after: number, limit: number], PlacedSegment>(
  `SELECT ${COLUMNS} FROM recording_segments WHERE recording = ? AND position > ? ORDER BY position LIMIT ?`,
);
const runFrom = rows<[run: { recording: number; first: string; limit: number }], PlacedSegment>(
  `SELECT ${COLUMNS} FROM recording_segments
   WHERE recording = @recording
     AND position >= (SELECT position FROM recording_segments WHERE recording = @recording AND id = @first)
   ORDER BY position LIMIT @limit`,
);
const idBefore = value<[recording: number, position: number], string>(
  `SELECT id FROM recording_segments WHERE recording = ? AND position < ? ORDER BY position DESC LIMIT 1`,
);
const nextPosition = value<[recording: number, position: number], number>(
  `SELECT position FROM recording_segments WHERE recording = ? AND position > ? ORDER BY position LIMIT 1`,
);
const lastPosition = count<[recording: number]>(
  "SELECT coalesce(max(position), 0) FROM recording_segments WHERE recording = ?",
);
// In two steps, because each place is taken once.
const spreadBelow = change<[which: { recording: number; room: number }]>(
  `UPDATE recording_segments SET position = -placed.place * @room
   FROM (SELECT number AS segment, row_number() OVER (ORDER BY position) AS place
         FROM recording_segments WHERE recording = @recording) AS placed
   WHERE number = placed.segment`,
);
const turnOver = change<[recording: number]>(
  "UPDATE recording_segments SET position = -position WHERE recording = ? AND position < 0",
);

/** After the existing ones. */
export function appendSegments(db: Db, recording: number, segments: readonly StoredSegment[]): void {
  const begin = lastPosition(db, recording);
  for (let at = 0; at < segments.length; at += ROWS_AT_ONCE) {
    const placed = segments
      .slice(at, at + ROWS_AT_ONCE)
      .map((segment, index) => ({ ...segment, recording, position: begin + ROOM * (at + index + 1) }));
    if (placed.length === ROWS_AT_ONCE) insertMany(db, placed);
    else for (const segment of placed) insertOne(db, [segment]);
  }
}

/** In their order, after this position, as they were saved last. */
export function segmentsAfter(db: Db, recording: number, position: number, limit: number): PlacedSegment[] {
  return withSaves(db, recording, page(db, recording, position, limit));
}

export function segmentById(db: Db, recording: number, id: string): PlacedSegment | null {
  const segment = one(db, recording, id);
  return segment && (withSaves(db, recording, [segment])[0] as PlacedSegment);
}

/** All, in their order. */
export const segmentIds = values<[recording: number], string>(
  "SELECT id FROM recording_segments WHERE recording = ? ORDER BY position",
);

/**
 * Must run in a transaction, after all saves were entered.
 * @returns what takes it back.
 * @throws ChangeMismatch if the segments are not there, are no neighbours, or an id is there already.
 */
export function writeChange(db: Db, recording: number, change: StoredChange): StoredChange {
  const replaced = replacedBy(db, recording, change);
  const inverse = {
    replace: change.with.map(({ id }) => id),
    with: replaced.map(({ position: _, ...segment }) => segment),
  };
  const [first] = replaced;
  if (first && isInPlace(replaced, change.with)) {
    for (const segment of change.with) update(db, { ...segment, recording });
    return { ...inverse, after: null };
  }
  const previous = first ? idBefore(db, recording, first.position) : change.after;
  if (!first && previous !== null) positionOf(db, recording, previous);
  for (const { id } of replaced) remove(db, recording, id);
  for (const { id } of change.with)
    if (segmentById(db, recording, id) !== null) throw new ChangeMismatch(`there is a segment ${id} already`);
  const positions = freePositions(db, recording, previous, change.with.length);
  for (const [index, segment] of change.with.entries())
    insertOne(db, [{ ...segment, recording, position: positions[index] as number }]);
  return { ...inverse, after: change.with.length === 0 ? previous : null };
}

export function isInPlace(replaced: readonly StoredSegment[], next: readonly StoredSegment[]): boolean {
  return replaced.length === next.length && replaced.every(({ id }, index) => next[index]?.id === id);
}

/** As they are without saves that are yet to be entered. @throws ChangeMismatch if they are not there or are no neighbours. */
export function replacedBy(db: Db, recording: number, { replace }: StoredChange): PlacedSegment[] {
  const [first] = replace;
  if (first === undefined) return [];
  const found = runFrom(db, { recording, first, limit: replace.length });
  if (found.length === 0) throw new ChangeMismatch(`there is no segment ${first}`);
  if (found.length < replace.length || found.some(({ id }, index) => id !== replace[index]))
    throw new ChangeMismatch(`there are no neighbours ${replace.join(", ")}`);
  return found;
}

function positionOf(db: Db, recording: number, id: string): PlacedSegment {
  const segment = segmentById(db, recording, id);
  if (segment === null) throw new ChangeMismatch(`there is no segment ${id}`);
  return segment;
}

/** So many between this one and the next, which are there. @param previous null: before the first. */
function freePositions(db: Db, recording: number, previous: string | null, count: number): number[] {
  const between = () => {
    const begin = previous === null ? 0 : positionOf(db, recording, previous).position;
    const end = nextPosition(db, recording, begin) ?? begin + ROOM * (count + 1);
    return { begin, step: Math.floor((end - begin) / (count + 1)) };
  };
  let place = between();
  if (place.step === 0) {
    spreadBelow(db, { recording, room: ROOM });
    turnOver(db, recording);
    place = between();
  }
  return Array.from({ length: count }, (_, index) => place.begin + place.step * (index + 1));
}
