/** The words of a segment with what is written around them, also if the recognizer gave no words. */

import { whenNeeded } from "../lib/when-needed.ts";
import type { Segment } from "./transcription.ts";
import { sliceAtWords } from "./word-slices.ts";

export interface TimedWord {
  /** With the punctuation that follows it. */
  text: string;
  startSeconds: number;
  endSeconds: number;
  /** Whether a space stands before it; meaningless for a segment's first. */
  spaceBefore: boolean;
}

const wordBreaks = whenNeeded(() => new Intl.Segmenter(undefined, { granularity: "word" }));

/** Segments of models that give no word times get times in proportion to their letters. */
export function timedWords(segment: Segment): TimedWord[] {
  if (segment.words.length === 0) return spread(segment.text, segment.startSeconds, segment.endSeconds);
  const slices = sliceAtWords(segment.text, segment.words);
  let spaceBefore = true;
  return segment.words.map(({ text, startSeconds, endSeconds }, index) => {
    const slice = slices[index] ?? text;
    const placed = { text: slice.trim(), startSeconds, endSeconds, spaceBefore };
    spaceBefore = /\s$/.test(slice);
    return placed;
  });
}

/** Cuts text at its word breaks (also if the script writes no spaces), each part with its share of the time. */
function spread(text: string, startSeconds: number, endSeconds: number): TimedWord[] {
  const parts: { text: string; spaceBefore: boolean }[] = [];
  let spaceBefore = true;
  for (const { segment: part, isWordLike } of wordBreaks().segment(text)) {
    const last = parts[parts.length - 1];
    if (part.trim() === "") spaceBefore = true;
    else if (!isWordLike && last && !spaceBefore) last.text += part;
    else {
      parts.push({ text: part, spaceBefore });
      spaceBefore = false;
    }
  }
  const letters = parts.reduce((sum, part) => sum + part.text.length, 0);
  let before = 0;
  return parts.map((part) => {
    const at = (count: number) => startSeconds + ((endSeconds - startSeconds) * count) / letters;
    const placed = { ...part, startSeconds: at(before), endSeconds: at(before + part.text.length) };
    before += part.text.length;
    return placed;
  });
}
