/** From what the engine heard to a finished transcription: loops out, vocabulary in; then segments cut, times made sure. */
import type { Piece, Recognition, Word } from "../engine/engine.ts";
import { dropLoops } from "./loops.ts";
import type { Segment, Transcription } from "./transcription.ts";
import { correctPiece, type Vocabulary } from "./vocabulary.ts";
import { joinTexts, sliceAtWords } from "./word-slices.ts";

/** A silence this long ends a segment: about what separates sentences in read and in free speech. */
const SEGMENT_PAUSE_SECONDS = 0.6;
/** After the end of a sentence less is enough. */
const SENTENCE_PAUSE_SECONDS = 0.2;
/** Longer segments are cut at the longest silence in their second half. */
const LONGEST_SEGMENT_SECONDS = 15;

/**
 * Loops out, vocabulary in.
 * @param wanted the language that the caller asked for; the recognizer's own finding comes first.
 */
export function mendPieces(
  { pieces, language }: Pick<Recognition, "pieces" | "language">,
  wanted: string | null,
  vocabulary: Vocabulary,
): Piece[] {
  return pieces
    .map(dropLoops)
    .map((piece) => correctPiece(piece, vocabulary, language ?? wanted))
    .filter((piece) => piece.text.trim() !== "");
}

/** @param wanted as of `mendPieces`, which comes first. */
export function assemble(recognition: Recognition, wanted: string | null): Transcription {
  const durationSeconds = recognition.audioDurationSeconds;
  const language = recognition.language ?? wanted;
  const segments = joinAcrossPieces(recognition.pieces.map(cutPiece)).map((segment, id) => ({
    id,
    ...segment,
  }));
  makeTimesMonotonic(segments, durationSeconds);
  return {
    text: joinTexts(segments.map((segment) => segment.text)),
    language,
    durationSeconds,
    segments,
    modelId: recognition.modelId,
  };
}

type UnnumberedSegment = Omit<Segment, "id">;

function cutPiece(piece: Piece): UnnumberedSegment[] {
  const { words } = piece;
  if (words.length === 0) {
    const { startSeconds, endSeconds } = piece;
    return [{ startSeconds, endSeconds, text: piece.text.trim(), words: [] }];
  }
  const slices = sliceAtWords(piece.text, words);
  return segmentRanges(words, slices)
    .map(([from, end]) => ({
      startSeconds: (words[from] as Word).startSeconds,
      endSeconds: (words[end - 1] as Word).endSeconds,
      text: slices.slice(from, end).join("").trim(),
      words: words.slice(from, end).map((word) => ({ ...word })),
    }))
    .filter((segment) => segment.text !== "");
}

/** The recognizer's pieces end where its memory does, not where speech pauses: what belongs together is joined. */
function joinAcrossPieces(pieces: UnnumberedSegment[][]): UnnumberedSegment[] {
  const joined: UnnumberedSegment[] = [];
  for (const [first, ...rest] of pieces) {
    const last = joined[joined.length - 1];
    if (!first) continue;
    if (last && continues(last, first)) joined[joined.length - 1] = joinSegments(last, first);
    else joined.push(first);
    joined.push(...rest);
  }
  return joined;
}

function continues(one: UnnumberedSegment, next: UnnumberedSegment): boolean {
  const gapSeconds = next.startSeconds - one.endSeconds;
  const bothSeconds = next.endSeconds - one.startSeconds;
  const haveWords = one.words.length > 0 && next.words.length > 0;
  return haveWords && gapSeconds < pauseThatEnds(one.text) && bothSeconds <= LONGEST_SEGMENT_SECONDS;
}

function joinSegments(one: UnnumberedSegment, next: UnnumberedSegment): UnnumberedSegment {
  const { startSeconds } = one;
  const { endSeconds } = next;
  return {
    startSeconds,
    endSeconds,
    text: joinTexts([one.text, next.text]),
    words: [...one.words, ...next.words],
  };
}

function pauseThatEnds(text: string): number {
  const sentenceEnds = /[.!?。！？]["'”’)\]]*\s*$/u.test(text);
  return sentenceEnds ? SENTENCE_PAUSE_SECONDS : SEGMENT_PAUSE_SECONDS;
}

/** Where segments begin and end, as word numbers; `end` is exclusive. */
function segmentRanges(words: Word[], slices: string[]): [from: number, end: number][] {
  const ranges: [number, number][] = [];
  let from = 0;
  for (let end = 1; end <= words.length; end += 1) {
    if (end < words.length && gapBefore(words, end) < pauseThatEnds(slices[end - 1] ?? "")) continue;
    ranges.push(...cutLong(words, from, end));
    from = end;
  }
  return ranges;
}

function cutLong(words: Word[], from: number, end: number): [number, number][] {
  const seconds = (words[end - 1] as Word).endSeconds - (words[from] as Word).startSeconds;
  if (seconds <= LONGEST_SEGMENT_SECONDS || end - from < 2) return [[from, end]];
  const latest = (words[from] as Word).startSeconds + LONGEST_SEGMENT_SECONDS;
  let cut = from + 1;
  for (let at = from + 1; at < end && (words[at - 1] as Word).endSeconds <= latest; at += 1) {
    const inSecondHalf = (words[at] as Word).startSeconds >= latest - LONGEST_SEGMENT_SECONDS / 2;
    const inFirstHalf = (words[cut] as Word).startSeconds < latest - LONGEST_SEGMENT_SECONDS / 2;
    if (inFirstHalf || (inSecondHalf && gapBefore(words, at) >= gapBefore(words, cut))) cut = at;
  }
  return [[from, cut], ...cutLong(words, cut, end)];
}

function gapBefore(words: Word[], index: number): number {
  return (words[index] as Word).startSeconds - (words[index - 1] as Word).endSeconds;
}

/**
 * Recognizers round times to their step, which can put an end past the next start or past the recording: every
 * time is moved into [end of the word before, duration].
 */
function makeTimesMonotonic(segments: Segment[], durationSeconds: number): void {
  let earliest = 0;
  const place = (span: { startSeconds: number; endSeconds: number }) => {
    span.startSeconds = Math.min(Math.max(span.startSeconds, earliest), durationSeconds);
    span.endSeconds = Math.min(Math.max(span.endSeconds, span.startSeconds), durationSeconds);
    earliest = span.endSeconds;
  };
  for (const segment of segments) {
    const before = earliest;
    for (const word of segment.words) place(word);
    const [first, last] = [segment.words[0], segment.words[segment.words.length - 1]];
    earliest = before;
    if (first && last) {
      segment.startSeconds = first.startSeconds;
      segment.endSeconds = last.endSeconds;
    }
    place(segment);
  }
}
