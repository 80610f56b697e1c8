/** A person's corrections in transcripts. */
import { limits } from "../../config/limits.ts";
import { unlessLocked } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import { ownEdits } from "../../store/recordings/corrections.ts";
import { recordingsSavedBy } from "../../store/recordings/saves.ts";
import type { StoredSegment } from "../../store/recordings/segments.ts";
import { readEdit } from "../segments/edit-log.ts";
import { enterSaves } from "../segments/enter.ts";
import { textOfWords } from "../segments/stored.ts";

export interface CorrectedText {
  before: string;
  after: string;
}

/**
 * Segments as they were before a person's first save and after the last one, of the newest saves: a word that was saved while it
 * was typed, or taken back again, counts as what became of it.
 */
export function correctedTexts(db: Db, userId: string): CorrectedText[] {
  const bounds = { maxBytes: limits.suggestionEditBytes, limit: limits.suggestionEdits };
  const texts = new Map<string, CorrectedText>();
  for (const recording of recordingsSavedBy(db, userId)) unlessLocked(db, () => enterSaves(db, recording));
  for (const { recording, changes, inverses } of ownEdits(db, { accountId: userId }, bounds)) {
    const now = segmentsOf(changes);
    const old = new Map(segmentsOf(inverses).map((segment) => [segment.id, segment]));
    for (const segment of now) {
      const replaced = old.get(segment.id);
      if (replaced === undefined || replaced.words === segment.words) continue;
      const place = `${recording} ${segment.id}`;
      const after = texts.get(place)?.after ?? textOfWords(segment.words);
      texts.set(place, { before: textOfWords(replaced.words), after });
    }
  }
  return [...texts.values()].filter(({ before, after }) => before !== after);
}

function segmentsOf(logged: string): StoredSegment[] {
  return readEdit(logged).changes.flatMap((change) => change.with);
}
