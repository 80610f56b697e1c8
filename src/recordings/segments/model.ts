/** Stored segments as the model has them, which the browser shares. */
import type { StoredChange, StoredSegment } from "../../store/recordings/segments.ts";
import type { Change } from "../transcript-model/changes.ts";
import type { TranscriptSegment } from "../transcript-model/segments.ts";
import type { TranscriptSegment as WireSegment } from "../wire.ts";
import { fromStored, toStored } from "./stored.ts";

export function segmentToModel(stored: StoredSegment): TranscriptSegment {
  const { id, startMs, endMs } = stored;
  const { speaker, words } = fromStored(stored);
  return {
    ...{ id, speaker, startMs, endMs },
    words: words.map(({ word, start, end, confidence, glued }) => ({
      text: word,
      startMs: Math.round(start * 1000),
      endMs: Math.round(end * 1000),
      ...(confidence !== undefined && { confidence }),
      ...(glued && { glued }),
    })),
  };
}

function segmentFromModel(segment: TranscriptSegment): StoredSegment {
  return toStored({ id: segment.id, ...toNewSegment(segment) });
}

/** As the API returns it, without an id. */
export function toNewSegment({ speaker, startMs, endMs, words }: TranscriptSegment): Omit<WireSegment, "id"> {
  return {
    ...{ speaker, start: startMs / 1000, end: endMs / 1000 },
    words: words.map(({ text, startMs: from, endMs: to, ...rest }) => ({
      word: text,
      start: from / 1000,
      end: to / 1000,
      ...rest,
    })),
  };
}

export function toModel({ replace, after, with: segments }: StoredChange): Change {
  return { replace, after, with: segments.map(segmentToModel) };
}

export function fromModel({ replace, after, with: segments }: Change): StoredChange {
  return { replace, after, with: segments.map(segmentFromModel) };
}
