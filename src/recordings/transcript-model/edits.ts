/** A person's edits of segments, each as new segments for a change. Nothing here loses or reorders a word. */
import {
  inOrder,
  SEGMENT_WORDS_MAX,
  segmentOf,
  type TranscriptSegment,
  type TranscriptWord,
} from "./segments.ts";

/** Before its word at `index`, which must be neither the first nor after the last. */
export function splitSegment(
  segment: TranscriptSegment,
  index: number,
  newId: string,
): [TranscriptSegment, TranscriptSegment] {
  const { id, speaker, words, startMs, endMs } = segment;
  const [left, right] = [words.slice(0, index), words.slice(index)];
  if (left.length === 0 || right.length === 0) throw new RangeError("a segment is split between two words");
  const begun = segmentOf(id, speaker, left);
  const ended = segmentOf(newId, speaker, right);
  // Time beyond its words stays at its ends.
  return [
    { ...begun, startMs: Math.min(startMs, begun.startMs) },
    { ...ended, endMs: Math.max(endMs, ended.endMs) },
  ];
}

/** Null if one of both would be too long. The first one's speaker stays. */
export function mergeSegments(first: TranscriptSegment, second: TranscriptSegment): TranscriptSegment | null {
  const words = inOrder([...first.words, ...second.words]);
  if (words.length > SEGMENT_WORDS_MAX) return null;
  return {
    ...first,
    startMs: Math.min(first.startMs, second.startMs),
    endMs: Math.max(first.endMs, second.endMs, ...words.map(({ endMs }) => endMs)),
    words,
  };
}

/**
 * Moves `count` words over the boundary between two neighbours: forwards from the end of the first, backwards (negative) from the
 * beginning of the second. Null if a segment would be left without a word, or too long.
 */
export function moveBoundary(
  first: TranscriptSegment,
  second: TranscriptSegment,
  count: number,
): [TranscriptSegment, TranscriptSegment] | null {
  const at = first.words.length - count;
  const words = inOrder([...first.words, ...second.words]);
  const [left, right] = [words.slice(0, at), words.slice(at)];
  if (at < 1 || right.length < 1) return null;
  if (left.length > SEGMENT_WORDS_MAX || right.length > SEGMENT_WORDS_MAX) return null;
  const [begun, ended] = [
    segmentOf(first.id, first.speaker, left),
    segmentOf(second.id, second.speaker, right),
  ];
  return [
    { ...begun, startMs: Math.min(first.startMs, begun.startMs) },
    { ...ended, endMs: Math.max(second.endMs, ended.endMs) },
  ];
}

/** A word's times, held between those of its neighbours; the segment grows with its first and last word, within `bounds`. */
export function retimeWord(
  segment: TranscriptSegment,
  index: number,
  times: { startMs: number; endMs: number },
  bounds: { startMs: number; endMs: number },
): TranscriptSegment {
  const word = segment.words[index];
  if (word === undefined) throw new RangeError("there is no such word");
  const earliest = segment.words[index - 1]?.startMs ?? bounds.startMs;
  const latest = segment.words[index + 1]?.startMs ?? bounds.endMs;
  const startMs = clamp(times.startMs, earliest, latest);
  const endMs = clamp(
    times.endMs,
    startMs,
    Math.max(startMs, segment.words[index + 1]?.endMs ?? bounds.endMs),
  );
  const words = segment.words.with(index, { ...word, startMs, endMs });
  return {
    ...segment,
    words,
    startMs: index === 0 ? Math.min(startMs, segment.startMs) : segment.startMs,
    endMs: Math.max(segment.endMs, ...words.map(({ endMs }) => endMs)),
  };
}

/** All words and the segment itself by so many milliseconds, not before the beginning of the recording. */
export function shiftSegment(segment: TranscriptSegment, byMs: number): TranscriptSegment {
  const move = Math.max(Math.round(byMs), -segment.startMs);
  const shifted = (word: TranscriptWord) => ({
    ...word,
    startMs: word.startMs + move,
    endMs: word.endMs + move,
  });
  return {
    ...segment,
    startMs: segment.startMs + move,
    endMs: segment.endMs + move,
    words: segment.words.map(shifted),
  };
}

export function reassign(segment: TranscriptSegment, speaker: string | null): TranscriptSegment {
  return { ...segment, speaker };
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), Math.max(least, most)));
}

/** To other times: its words keep their share of the time between. */
export function retimeSegment(
  segment: TranscriptSegment,
  { startMs, endMs }: { startMs: number; endMs: number },
): TranscriptSegment {
  const length = Math.max(1, segment.endMs - segment.startMs);
  const moved = (ms: number) => Math.round(startMs + ((ms - segment.startMs) * (endMs - startMs)) / length);
  const words = segment.words.map((word) => ({
    ...word,
    startMs: moved(word.startMs),
    endMs: moved(word.endMs),
  }));
  return { ...segment, startMs, endMs, words };
}
