/** The recognized text of a recording, as the first words of its transcript. */

import type { Slices } from "../../lib/slices.ts";
import type { ConfidenceBounds } from "../../packs/kinds.ts";
import { timedWords } from "../../transcription/timed-words.ts";
import type { Segment, Transcription } from "../../transcription/transcription.ts";
import type { NewSegment } from "../transcript/insert.ts";
import { cutIntoRuns, type TranscriptWord } from "../transcript-model/segments.ts";

/** The share of certainty at which words are shown as unsure, whatever the recognizer's own scale. */
const UNSURE = 0.5;

/** Segments that follow each other without a change of speaker stay apart, as they were heard. */
export function* segmentSlices({ segments, confidence }: Transcription): Slices<NewSegment[]> {
  const found: NewSegment[] = [];
  for (const segment of segments) {
    found.push(...newSegments(segment, confidence ?? null));
    yield;
  }
  return found;
}

function newSegments(segment: Segment, bounds: ConfidenceBounds | null): NewSegment[] {
  return cutIntoRuns(wordsOf(segment, bounds)).map((words) => {
    const start = words[0]?.startMs ?? 0;
    return {
      speaker: segment.speaker ?? null,
      start: start / 1000,
      end: Math.max(start, ...words.map(({ endMs }) => endMs)) / 1000,
      words: words.map(({ text, startMs, endMs, confidence, glued }) => ({
        word: text,
        start: startMs / 1000,
        end: endMs / 1000,
        ...(confidence !== undefined && { confidence }),
        ...(glued && { glued }),
      })),
    };
  });
}

function wordsOf(segment: Segment, bounds: ConfidenceBounds | null): TranscriptWord[] {
  let beforeMs = 0;
  return timedWords(segment).map(({ text, startSeconds, endSeconds, spaceBefore }, index) => {
    const startMs = Math.max(beforeMs, Math.round(startSeconds * 1000));
    beforeMs = startMs;
    const confidence = bounds && confidenceOf(segment.words[index]?.logProbs, bounds);
    return {
      text,
      startMs,
      endMs: Math.max(startMs, Math.round(endSeconds * 1000)),
      ...(confidence !== null && { confidence }),
      ...(!spaceBefore && index > 0 && { glued: true as const }),
    };
  });
}

/** On one scale for all recognizers: `unsure_below` is a half, `sure_from` is 1. Null if the word has no scores. */
function confidenceOf(
  logProbs: readonly number[] | undefined,
  { unsure_below, sure_from }: ConfidenceBounds,
): number | null {
  if (!logProbs?.length) return null;
  const score = Math.exp(logProbs.reduce((sum, log) => sum + log, 0) / logProbs.length);
  const scaled =
    score < unsure_below
      ? (UNSURE * score) / unsure_below
      : score >= sure_from
        ? 1
        : UNSURE + ((1 - UNSURE) * (score - unsure_below)) / (sure_from - unsure_below);
  // Three digits: each word is stored.
  return Math.round(scaled * 1000) / 1000;
}
