/** The words that a transcription, or an import, brings. */
import { type Slices, withoutPauses } from "../../lib/slices.ts";
import type { Db } from "../../store/db.ts";
import { forgetEdits, saveRevision } from "../../store/recordings/edits.ts";
import type { Recording, SpeakerNames } from "../../store/recordings/recordings.ts";
import { deleteSaves } from "../../store/recordings/saves.ts";
import {
  appendSegments,
  type StoredSegment,
  segmentIds,
  writeChange,
} from "../../store/recordings/segments.ts";
import { toStored } from "../segments/stored.ts";
import type { TranscriptSegment } from "../wire.ts";

/** Ids are given here. */
export type NewSegment = Omit<TranscriptSegment, "id">;

/** Made beside the transaction, so that it holds the lock only for the rows. */
export interface PreparedTranscript {
  segments: StoredSegment[];
  speakers: SpeakerNames;
  wordCount: number;
}

/** @param names of speakers, by `spk_N`; those without one get none. */
export function* preparingTranscript(
  segments: readonly NewSegment[],
  names: Readonly<Record<string, string | null>> = {},
): Slices<PreparedTranscript> {
  const prepared: PreparedTranscript = { segments: [], speakers: {}, wordCount: 0 };
  for (const [index, segment] of segments.entries()) {
    const stored = toStored({ ...segment, id: `0${index.toString(36)}` });
    prepared.segments.push(stored);
    prepared.wordCount += segment.words.length;
    const { speaker } = stored;
    if (speaker !== null)
      prepared.speakers[speaker] = names[`spk_${speaker}`] ?? prepared.speakers[speaker] ?? null;
    yield;
  }
  return prepared;
}

/** All at once. */
export function prepareTranscript(...given: Parameters<typeof preparingTranscript>): PreparedTranscript {
  return withoutPauses(preparingTranscript(...given));
}

/** In the place of what was there, which cannot be had back. Must run in a transaction. Returns the new revision. */
export function insertTranscript(
  db: Db,
  { number, revision }: Pick<Recording, "number" | "revision">,
  { segments, speakers, wordCount }: PreparedTranscript,
  nowMs: number,
): number {
  deleteSaves(db, number);
  forgetEdits(db, number);
  const before = segmentIds(db, number);
  if (before.length > 0) writeChange(db, number, { replace: before, after: null, with: [] });
  appendSegments(db, number, segments);
  const next = revision + 1;
  saveRevision(db, number, {
    revision: next,
    wordCount,
    speakers,
    at: nowMs,
    // Nobody edits it yet: there is nothing to wait for.
    indexDue: nowMs,
  });
  return next;
}
