import { setImmediate } from "node:timers/promises";
import { limits } from "../../config/limits.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Slices } from "../../lib/slices.ts";
import { inSnapshot } from "../../store/db.ts";
import { type PlacedSegment, segmentsAfter } from "../../store/recordings/segments.ts";
import type { RecordingDeps } from "../deps.ts";
import { findRecording, type Looker } from "../library/access.ts";
import { toSpeakers } from "../library/to-wire.ts";
import { fromStored } from "../segments/stored.ts";
import type { RecordingTranscript, TranscriptSegment } from "../wire.ts";

export interface TranscriptPage {
  cursor: string | null;
  limit: number;
}

/**
 * A page is of one state; the next one may be of a later revision, which it names.
 * @throws TiroError `recording_not_found`, `history_unavailable`, `invalid_cursor`.
 */
export async function readTranscript(
  { db, cursors }: Pick<RecordingDeps, "db" | "cursors">,
  principal: Looker,
  id: string,
  { cursor, limit }: TranscriptPage,
): Promise<RecordingTranscript> {
  const scope = JSON.stringify(["transcript", principal.accountId, id]);
  const after = cursor === null ? 0 : (cursors.decode(scope, cursor) as number);
  const { recording, rows } = inSnapshot(db, () => {
    const found = findRecording(db, principal, id, "viewer");
    return { recording: found, rows: segmentsAfter(db, found.number, after, limit + 1) };
  });
  await setImmediate();
  const { items, next } = cursors.page(scope, rows, limit, ({ position }) => position);
  return {
    object: "recording_transcript",
    recording_id: id,
    revision: recording.revision,
    speakers: toSpeakers(recording.speakers),
    data: await inTurns(eachFromStored(items), limits.transcriptTurnMs),
    ...next,
  };
}

function* eachFromStored(page: readonly PlacedSegment[]): Slices<TranscriptSegment[]> {
  const segments: TranscriptSegment[] = [];
  for (const row of page) {
    segments.push(fromStored(row));
    yield;
  }
  return segments;
}
