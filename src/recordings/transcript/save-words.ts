/** The save that comes again and again while somebody types: a few words, in segments that stay where they are. */
import { limits } from "../../config/limits.ts";
import type { Db } from "../../store/db.ts";
import type { SeenRecording } from "../../store/recordings/recordings.ts";
import { insertSave, type SavedSegment, savesOf, toSaved, withSaves } from "../../store/recordings/saves.ts";
import {
  ChangeMismatch,
  isInPlace,
  type PlacedSegment,
  replacedBy,
  type StoredChange,
} from "../../store/recordings/segments.ts";
import { wordsIn } from "../segments/stored.ts";

/** A saved segment is no shorter as JSON. */
const LEAST_CHARS = 20;

/**
 * Writes one page, where `storeEdit` writes about nine. Must run in a transaction.
 * @returns the new revision; null if the save is another one, and is to be stored with all that it changes.
 */
export function saveWords(
  db: Db,
  recording: SeenRecording,
  changes: readonly StoredChange[],
  by: { person: string | null; at: number },
): number | null {
  const next = changes.flatMap((change) => change.with);
  const isOnce = new Set(next.map(({ id }) => id)).size === next.length;
  const isOfKnownSpeakers = next.every(({ speaker }) => speaker === null || speaker in recording.speakers);
  if (next.length * LEAST_CHARS > limits.savedWordsChars) return null;
  if (next.length === 0 || !isOnce || !isOfKnownSpeakers) return null;
  if (savesOf(db, recording.number).length >= limits.savesEnteredAtOnce) return null;
  const before = inPlace(db, recording.number, changes);
  if (before === null) return null;
  const segments = next.map(
    (segment, index): SavedSegment => toSaved(before[index] as PlacedSegment, segment),
  );
  if (JSON.stringify(segments).length > limits.savedWordsChars) return null;
  insertSave(db, recording.number, { ...by, words: wordsIn(next) - wordsIn(before), segments });
  return recording.revision + 1;
}

/** The segments as they are; null if others would stand in their places, or they are not there. */
function inPlace(db: Db, recording: number, changes: readonly StoredChange[]): PlacedSegment[] | null {
  try {
    const before = changes.map((change) => withSaves(db, recording, replacedBy(db, recording, change)));
    const isSame = before.every((replaced, index) => isInPlace(replaced, changes[index]?.with ?? []));
    return isSame ? before.flat() : null;
  } catch (error) {
    if (error instanceof ChangeMismatch) return null;
    throw error;
  }
}
