import { type Db, perDatabase } from "../db.ts";
import { values } from "../statements.ts";
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

type Place = { recording: number; id: string };

const statements = perDatabase((db) => ({
  insert: db.prepare<[PlacedSegment & { recording: number }]>(
    `INSERT INTO recording_segments (recording, position, id, speaker, start_ms, end_ms, words)
     VALUES (@recording, @position, @id, @speaker, @startMs, @endMs, @words)`,
  ),
  update: db.prepare<[StoredSegment & { recording: number }]>(
    `UPDATE recording_segments SET speaker = @speaker, start_ms = @startMs, end_ms = @endMs, words = @words
     WHERE recording = @recording AND id = @id`,
  ),
  remove: db.prepare<[Place]>("DELETE FROM recording_segments WHERE recording = @recording AND id = @id"),
  one: db.prepare<[Place], PlacedSegment>(
    `SELECT ${COLUMNS} FROM recording_segments WHERE recording = @recording AND id = @id`,
  ),
  page: db.prepare<[number, number, number], PlacedSegment>(
    `SELECT ${COLUMNS} FROM recording_segments WHERE recording = ? AND position > ? ORDER BY position LIMIT ?`,
  ),
  before: db.prepare<[number, number], Pick<PlacedSegment, "position" | "id">>(
    `SELECT position, id FROM recording_segments WHERE recording = ? AND position < ?
     ORDER BY position DESC LIMIT 1`,
  ),
  next: db
    .prepare<[number, number], number>(
      `SELECT position FROM recording_segments WHERE recording = ? AND position > ? ORDER BY position LIMIT 1`,
    )
    .pluck(),
  last: db
    .prepare<[number], number>(
      "SELECT coalesce(max(position), 0) FROM recording_segments WHERE recording = ?",
    )
    .pluck(),
  // In two steps, because each place is taken once.
  spreadBelow: db.prepare<[{ recording: number; room: number }]>(
    `UPDATE recording_segments SET position = -placed.place * @room
     FROM (SELECT number AS segment, row_number() OVER (ORDER BY position) AS place
           FROM recording_segments WHERE recording = @recording) AS placed
     WHERE number = placed.segment`,
  ),
  turnOver: db.prepare<[number]>(
    "UPDATE recording_segments SET position = -position WHERE recording = ? AND position < 0",
  ),
}));

/** After the existing ones. */
export function appendSegments(db: Db, recording: number, segments: readonly StoredSegment[]): void {
  const { insert, last } = statements(db);
  let position = last.get(recording) ?? 0;
  for (const segment of segments) {
    position += ROOM;
    insert.run({ ...segment, recording, position });
  }
}

/** In their order, after this position, as they were saved last. */
export function segmentsAfter(db: Db, recording: number, position: number, limit: number): PlacedSegment[] {
  return withSaves(db, recording, statements(db).page.all(recording, position, limit));
}

export function segmentById(db: Db, recording: number, id: string): PlacedSegment | null {
  const segment = statements(db).one.get({ recording, id });
  return segment === undefined ? null : (withSaves(db, recording, [segment])[0] as PlacedSegment);
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
  const { insert, update, remove, before } = statements(db);
  const replaced = replacedBy(db, recording, change);
  const [first] = replaced;
  const previous = first
    ? before.get(recording, first.position)
    : change.after === null
      ? undefined
      : positionOf(db, recording, change.after);
  const inverse: StoredChange = {
    replace: change.with.map(({ id }) => id),
    after: change.with.length === 0 ? (previous?.id ?? null) : null,
    with: replaced.map(({ position: _, ...segment }) => segment),
  };
  if (isInPlace(replaced, change.with)) {
    for (const segment of change.with) update.run({ ...segment, recording });
    return inverse;
  }
  for (const { id } of replaced) remove.run({ recording, id });
  for (const { id } of change.with)
    if (segmentById(db, recording, id) !== null) throw new ChangeMismatch(`there is a segment ${id} already`);
  const positions = freePositions(db, recording, previous?.id ?? null, change.with.length);
  for (const [index, segment] of change.with.entries())
    insert.run({ ...segment, recording, position: positions[index] as number });
  return inverse;
}

export function isInPlace(replaced: readonly StoredSegment[], next: readonly StoredSegment[]): boolean {
  return replaced.length === next.length && replaced.every(({ id }, index) => next[index]?.id === id);
}

/** @throws ChangeMismatch if the segments are not there or are no neighbours. */
export function replacedBy(db: Db, recording: number, { replace }: StoredChange): PlacedSegment[] {
  const [first] = replace;
  if (first === undefined) return [];
  const from = positionOf(db, recording, first).position - 1;
  const found = segmentsAfter(db, recording, from, replace.length);
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
  const { next, spreadBelow, turnOver } = statements(db);
  const between = () => {
    const from = previous === null ? 0 : positionOf(db, recording, previous).position;
    const to = next.get(recording, from) ?? from + ROOM * (count + 1);
    return { from, step: Math.floor((to - from) / (count + 1)) };
  };
  let place = between();
  if (place.step === 0) {
    spreadBelow.run({ recording, room: ROOM });
    turnOver.run(recording);
    place = between();
  }
  return Array.from({ length: count }, (_, index) => place.from + place.step * (index + 1));
}
