/** Segments as the API has them, in seconds, and as the model has them, in whole milliseconds. */
import type { Change } from "../../../../recordings/transcript-model/changes.ts";
import type { TranscriptSegment } from "../../../../recordings/transcript-model/segments.ts";
import type { Schemas } from "../../../client/api-types.ts";

type WireSegment = Schemas["RecordingTranscript"]["data"][number];
export type WireChange = Schemas["TranscriptChange"];

const toMs = (seconds: number) => Math.round(seconds * 1000);
const toSeconds = (ms: number) => ms / 1000;

export function segmentFrom({ id, speaker, start, end, words }: WireSegment): TranscriptSegment {
  return {
    id,
    speaker,
    startMs: toMs(start),
    endMs: toMs(end),
    words: words.map(({ word, start, end, confidence, glued }) => ({
      text: word,
      startMs: toMs(start),
      endMs: toMs(end),
      ...(confidence !== undefined && { confidence }),
      ...(glued && { glued }),
    })),
  };
}

export function changeFrom({ replace, after, with: segments }: WireChange): Change {
  return { replace, after, with: segments.map(segmentFrom) };
}

export function wireOf({ replace, after, with: segments }: Change): WireChange {
  return { replace: [...replace], after, with: segments.map(wireSegmentOf) };
}

function wireSegmentOf({ id, speaker, startMs, endMs, words }: TranscriptSegment): WireSegment {
  return {
    id,
    speaker,
    start: toSeconds(startMs),
    end: toSeconds(endMs),
    words: words.map(({ text, startMs, endMs, confidence, glued }) => ({
      word: text,
      start: toSeconds(startMs),
      end: toSeconds(endMs),
      ...(confidence !== undefined && { confidence }),
      ...(glued && { glued }),
    })),
  };
}
