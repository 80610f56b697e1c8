/** Where exactly the words of a query stand. A hit of the index may have been edited since: then it is no match. */
import { limits } from "../../config/limits.ts";
import type { Db } from "../../store/db.ts";
import type { Recording } from "../../store/recordings/recordings.ts";
import { type PlacedSegment, segmentById, segmentsAfter } from "../../store/recordings/segments.ts";
import { hitsIn, snippetAt } from "../../text/search/hits.ts";
import type { QueryTerm } from "../../text/search/terms.ts";
import { fromStored, textOfWords, wordsIn } from "../segments/stored.ts";
import type { RecordingMatch } from "../wire.ts";
import { endsSlice } from "./slices.ts";

export function matchNames(
  { name, tags, speakers }: Pick<Recording, "name" | "tags" | "speakers">,
  terms: readonly QueryTerm[],
): RecordingMatch | null {
  const names = [name, ...tags, ...Object.values(speakers).filter((speaker) => speaker !== null)];
  const text = names.join(" · ");
  const { first, missing } = hitsIn(text, terms);
  return missing.size > 0 ? null : { text: snippetAt(text, first), start_seconds: null, segment_id: null };
}

/** @param firstId of the slice's first segment. */
export function matchSlice(
  db: Db,
  recording: number,
  firstId: string,
  terms: readonly QueryTerm[],
): RecordingMatch | null {
  const segments = sliceFrom(db, recording, firstId);
  const texts = segments.map(({ words }) => textOfWords(words).normalize("NFC"));
  const text = texts.join(" ");
  const { first, missing } = hitsIn(text, terms);
  if (missing.size > 0 || first === null) return null;
  let begins = 0;
  let index = 0;
  while (begins + (texts[index] as string).length < first.start) {
    begins += (texts[index] as string).length + 1;
    index += 1;
  }
  const segment = segments[index] as PlacedSegment;
  return {
    text: snippetAt(text, first),
    start_seconds: startOfWordAt(segment, first.start - begins),
    segment_id: segment.id,
  };
}

/** The segments of a slice. @param firstId of the first one. */
export function sliceFrom(db: Db, recording: number, firstId: string): PlacedSegment[] {
  const first = segmentById(db, recording, firstId);
  if (first === null) return [];
  const segments: PlacedSegment[] = [];
  let words = 0;
  for (const segment of segmentsAfter(db, recording, first.position - 1, limits.sliceWordsMax)) {
    segments.push(segment);
    words += wordsIn([segment]);
    if (endsSlice(segment, words)) break;
  }
  return segments;
}

/** When the word begins in which this character of the segment's text stands. */
export function startOfWordAt(segment: PlacedSegment, character: number): number {
  let length = 0;
  let start = segment.startMs / 1000;
  for (const [index, word] of fromStored(segment).words.entries()) {
    if (index > 0 && !word.glued) length += 1;
    if (length > character) break;
    start = word.start;
    length += word.word.normalize("NFC").length;
  }
  return start;
}
