/** The effects of saves: the segments, the log of edits, and the recording itself. */
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { insertEdit, saveRevision } from "../../store/recordings/edits.ts";
import { type Recording, recordingByNumber } from "../../store/recordings/recordings.ts";
import { deleteSaves, fromSaved, savesOf } from "../../store/recordings/saves.ts";
import {
  ChangeMismatch,
  type StoredChange,
  segmentById,
  writeChange,
} from "../../store/recordings/segments.ts";
import { type LoggedEdit, writeEdit } from "./edit-log.ts";
import { wordsIn } from "./stored.ts";

export interface By {
  person: string | null;
  at: number;
}

/**
 * Must run in a transaction, and after `enterSaves`.
 * @returns the new revision, and how many characters the log of edits keeps of it.
 * @throws TiroError `invalid_request` if the changes do not fit.
 */
export function storeEdit(
  db: Db,
  recording: Pick<Recording, "number" | "revision" | "wordCount" | "speakers">,
  { changes, speakers }: LoggedEdit,
  { person, at }: By,
): { revision: number; chars: number } {
  const { number } = recording;
  const inverses = written(db, number, changes);
  const before = Object.fromEntries(
    Object.keys(speakers).map((speaker) => [speaker, recording.speakers[speaker] ?? null]),
  );
  const revision = recording.revision + 1;
  const edit = {
    revision,
    person,
    at,
    changes: writeEdit({ changes, speakers }),
    inverses: writeEdit({ changes: inverses, speakers: before }),
  };
  const words = (all: readonly StoredChange[]) => wordsIn(all.flatMap((change) => change.with));
  insertEdit(db, number, edit, limits.revisionsKept);
  saveRevision(db, number, {
    revision,
    wordCount: recording.wordCount + words(changes) - words(inverses),
    speakers: { ...recording.speakers, ...speakers },
    at,
    indexDue: at + limits.indexPauseMs,
  });
  return { revision, chars: edit.changes.length + edit.inverses.length };
}

/** Saves of words get their lines in the log, and segments are changed, as if each had been stored at once. */
export function enterSaves(db: Db, number: number): void {
  // Readers need no lock that writes, and a disk that is full or read-only keeps nobody from reading.
  if (savesOf(db, number).length > 0) inTransaction(db, () => enter(db, number));
}

function enter(db: Db, number: number): void {
  const saves = savesOf(db, number);
  deleteSaves(db, number);
  const recording = recordingByNumber(db, number);
  // Its erasure has begun.
  if (recording === null) return;
  for (const { segments, ...by } of saves) {
    const changes = segments.map((saved): StoredChange => {
      const before = segmentById(db, number, saved[0]);
      if (before === null) throw new Error(`A save changes the segment ${saved[0]}, which is not there.`);
      return { replace: [before.id], after: null, with: [fromSaved(before, saved)] };
    });
    recording.revision = storeEdit(db, recording, { changes, speakers: {} }, by).revision;
    recording.wordCount += by.words;
  }
}

/** Returns what takes all of it back, in the order in which it is to be done. */
function written(db: Db, recording: number, changes: readonly StoredChange[]): StoredChange[] {
  const inverses: StoredChange[] = [];
  try {
    for (const change of changes) inverses.unshift(writeChange(db, recording, change));
  } catch (error) {
    if (!(error instanceof ChangeMismatch)) throw error;
    throw new TiroError("invalid_request", `The changes do not fit the transcript: ${error.message}.`, {
      param: "changes",
      cause: error,
    });
  }
  return inverses;
}
