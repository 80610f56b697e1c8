/** Changes that were made from an older revision, brought into what others made of the transcript since. */
import { TiroError } from "../../lib/errors.ts";
import type { Db } from "../../store/db.ts";
import type { Recording } from "../../store/recordings/recordings.ts";
import { type StoredChange, type StoredSegment, segmentById } from "../../store/recordings/segments.ts";
import type { LoggedEdit } from "./edit-log.ts";
import { fromStored } from "./stored.ts";

export interface Rebased {
  /** To be made on what is there. */
  changes: readonly StoredChange[];
  /** What its writer has to make on theirs. */
  merged: readonly StoredChange[];
}

/** @throws TiroError `revision_conflict` where both changed the same. */
export function rebase(
  db: Db,
  { number, revision }: Recording,
  mine: readonly StoredChange[],
  others: readonly LoggedEdit[],
): Rebased {
  const theirs = others.flatMap(({ changes }) => changes);
  if (theirs.length === 0) return { changes: mine, merged: [] };
  const touched = new Set(theirs.flatMap(idsOf));
  const both = mine.filter((change) => idsOf(change).some((id) => touched.has(id)));
  if (both.length === 0) return { changes: mine, merged: theirs };
  throw new TiroError(
    "revision_conflict",
    `Others changed the same words: the transcript is revision ${revision} now.`,
    {
      param: "changes",
      details: {
        revision,
        conflicts: both.map((change) => ({
          segments: change.replace,
          yours: change.with.map(fromStored),
          theirs: idsOf(change)
            .flatMap((id): StoredSegment[] => {
              const segment = segmentById(db, number, id);
              return segment === null ? [] : [segment];
            })
            .map(fromStored),
        })),
      },
    },
  );
}

function idsOf({ replace, after, with: segments }: StoredChange): string[] {
  return [...replace, ...(after === null ? [] : [after]), ...segments.map(({ id }) => id)];
}
