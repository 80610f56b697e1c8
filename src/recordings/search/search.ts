import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Slices } from "../../lib/slices.ts";
import type { Db } from "../../store/db.ts";
import { settingsOf } from "../../store/dictation/settings.ts";
import type { RecordingFilter } from "../../store/recordings/list.ts";
import type { Viewer } from "../../store/recordings/owners.ts";
import type { SeenRecording } from "../../store/recordings/recordings.ts";
import { foundRecording, type SliceHit, searchSlices } from "../../store/recordings/slices.ts";
import { meaningfulTerms } from "../../text/search/stop-words.ts";
import { type QueryTerm, queryTerms } from "../../text/search/terms.ts";
import type { RecordingMatch } from "../wire.ts";
import { matchNames, matchSlice } from "./match.ts";

export interface FoundRecording {
  recording: SeenRecording;
  match: RecordingMatch;
}

/**
 * Newest first, some recordings at a time: words that all have may be asked for with a tag that none has.
 * @throws TiroError `invalid_request` for a query without meaning.
 */
export function* searchRecordings(
  db: Db,
  viewer: Viewer,
  { query, filter }: { query: string; filter: RecordingFilter },
  before: number | null,
  limit: number,
): Slices<FoundRecording[]> {
  const terms = meaningfulTerms(queryTerms(query), settingsOf(db, viewer.accountId).language);
  if (terms.length === 0)
    throw new TiroError(
      "invalid_request",
      "The query has no words to search for, only punctuation or words such as “the” and “of”.",
      { param: "query" },
    );
  const tokens = [...new Set(terms.flatMap((term) => term.tokens))];
  const found: FoundRecording[] = [];
  for (let [from, looked] = [before, 0]; ; looked = 0) {
    const hits = searchSlices(db, viewer, tokens, { before: from, sharers: limits.searchedOwners });
    for (const ofOne of byRecording(hits)) {
      from = (ofOne[0] as SliceHit).recording;
      looked += 1;
      const recording = foundRecording(db, viewer, from);
      const match =
        recording !== null && fits(recording, filter) ? firstMatch(db, recording, ofOne, terms) : null;
      if (recording !== null && match !== null) found.push({ recording, match });
      if (found.length === limit) return found;
      if (looked === limits.recordingsSearchedAtOnce) break;
    }
    if (looked < limits.recordingsSearchedAtOnce) return found;
    yield;
  }
}

/** Those of one recording follow each other. */
function* byRecording(hits: Iterable<SliceHit>): Generator<SliceHit[]> {
  let ofOne: SliceHit[] = [];
  for (const hit of hits) {
    if (ofOne.length > 0 && ofOne[0]?.recording !== hit.recording) {
      yield ofOne;
      ofOne = [];
    }
    ofOne.push(hit);
  }
  if (ofOne.length > 0) yield ofOne;
}

/** The earliest moment; names only if nothing was said. */
function firstMatch(
  db: Db,
  recording: SeenRecording,
  hits: readonly SliceHit[],
  terms: readonly QueryTerm[],
): RecordingMatch | null {
  const inOrder = hits.toSorted(
    (one, other) => (one.startMs ?? Number.MAX_SAFE_INTEGER) - (other.startMs ?? Number.MAX_SAFE_INTEGER),
  );
  for (const { segment } of inOrder) {
    const match =
      segment === null ? matchNames(recording, terms) : matchSlice(db, recording.number, segment, terms);
    if (match !== null) return match;
  }
  return null;
}

function fits({ folder, tags, archived, state, access }: SeenRecording, filter: RecordingFilter): boolean {
  return (
    (filter.folder === null || folder === (filter.folder === "none" ? null : filter.folder)) &&
    (filter.tag === null || tags.includes(filter.tag)) &&
    (filter.archived === null || archived === filter.archived) &&
    (filter.state === null || state === filter.state) &&
    (filter.whose === null || (access === "owner") === (filter.whose === "own"))
  );
}
