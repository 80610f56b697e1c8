/**
 * Changes that were made from an older revision, brought into what others made of the transcript since. If nobody touched
 * the same segments, both stand; else words are merged. Segments that nobody touched are looked at by their ids alone.
 */
import { TiroError } from "../../lib/errors.ts";
import type { Slices } from "../../lib/slices.ts";
import type { Db } from "../../store/db.ts";
import type { Recording } from "../../store/recordings/recordings.ts";
import { type StoredChange, segmentById, segmentIds } from "../../store/recordings/segments.ts";
import { differences } from "../segments/differences.ts";
import type { LoggedEdit } from "../segments/edit-log.ts";
import { fromModel, segmentToModel, toModel, toNewSegment } from "../segments/model.ts";
import { applyChanges, type Change, ChangeMismatch } from "../transcript-model/changes.ts";
import { type Conflict, merging } from "../transcript-model/merge.ts";
import type { TranscriptSegment as Segment } from "../transcript-model/segments.ts";

export interface Rebased {
  /** To be made on what is there. */
  changes: readonly StoredChange[];
  /** Changes that its writer has to apply to their copy. */
  merged: readonly StoredChange[];
}

export interface OthersEdit extends LoggedEdit {
  /** The inverses of its changes, in the order in which it is to be done. */
  inverses: readonly StoredChange[];
}

/** @throws TiroError `revision_conflict` if both changed the same, `invalid_request` if the changes do not fit. */
export function* rebasing(
  db: Db,
  recording: Pick<Recording, "number" | "revision">,
  mine: readonly StoredChange[],
  others: readonly OthersEdit[],
): Slices<Rebased> {
  const theirs = others.flatMap(({ changes }) => changes);
  if (theirs.length === 0) return { changes: mine, merged: [] };
  const touched = new Set(theirs.flatMap(idsOf));
  if (!mine.some((change) => idsOf(change).some((id) => touched.has(id))))
    return { changes: mine, merged: theirs };
  try {
    return yield* mergingWords(db, recording, mine, others);
  } catch (error) {
    if (!(error instanceof ChangeMismatch)) throw error;
    throw new TiroError("invalid_request", `The changes do not fit the transcript: ${error.message}.`, {
      param: "changes",
      cause: error,
    });
  }
}

function* mergingWords(
  db: Db,
  { number, revision }: Pick<Recording, "number" | "revision">,
  mine: readonly StoredChange[],
  others: readonly OthersEdit[],
): Slices<Rebased> {
  const own = yield* each(mine, toModel);
  const theirs = yield* each(
    others.flatMap(({ changes }) => changes),
    toModel,
  );
  const back = yield* each(
    others.toReversed().flatMap(({ inverses }) => inverses),
    toModel,
  );
  const named = new Set(mine.flatMap((change) => change.replace));
  const current = yield* each(segmentIds(db, number), (id): Segment => {
    const segment = named.has(id) ? segmentById(db, number, id) : null;
    return segment ? segmentToModel(segment) : untouched(id);
  });
  const base = applyChanges(current, back);
  yield;
  const { changes, conflicts } = yield* merging(base, own, theirs);
  if (conflicts.length > 0) throw conflict(revision, conflicts);
  const present = applyChanges(base, theirs);
  yield;
  const result = applyChanges(present, changes);
  yield;
  const stored = differences(present, result, isSame);
  yield;
  const merged = differences(applyChanges(base, own), result, isSame);
  return { changes: yield* each(stored, fromModel), merged: yield* each(merged, fromModel) };
}

function* each<One, Other>(all: readonly One[], made: (one: One) => Other): Slices<Other[]> {
  const others: Other[] = [];
  for (const one of all) {
    others.push(made(one));
    yield;
  }
  return others;
}

/** Stands for one whose words nobody looks at. */
function untouched(id: string): Segment {
  return { id, speaker: null, startMs: 0, endMs: 0, words: [] };
}

function conflict(revision: number, conflicts: readonly Conflict[]): TiroError {
  const toWire = (segments: readonly Segment[]) =>
    segments.map((segment) => ({ id: segment.id, ...toNewSegment(segment) }));
  return new TiroError(
    "revision_conflict",
    `Others changed the same words: the transcript is revision ${revision} now.`,
    {
      param: "changes",
      details: {
        revision,
        conflicts: conflicts.map(({ base, mine, theirs }) => ({
          segments: base.map(({ id }) => id),
          yours: toWire(mine),
          theirs: toWire(theirs),
        })),
      },
    },
  );
}

function isSame(one: Segment, other: Segment): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function idsOf({ replace, after, with: segments }: StoredChange | Change): string[] {
  return [...replace, ...(after === null ? [] : [after]), ...segments.map(({ id }) => id)];
}
