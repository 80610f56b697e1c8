/** The acts at the caret. Each returns whether there was something to do. */
import {
  mergeSegments,
  moveBoundary,
  reassign,
  retimeWord,
  splitSegment,
} from "../../../../recordings/transcript-model/edits.ts";
import {
  newSegmentId,
  type TranscriptSegment,
  textOf,
} from "../../../../recordings/transcript-model/segments.ts";
import type { TranscriptDocument } from "./document.ts";
import { type Caret, paragraphOf, putCaret, wordAt } from "./places.ts";

/** Before the word in which the caret is. */
export function splitAt(document: TranscriptDocument, at: Caret): boolean {
  const segment = document.part(at.id)?.peek();
  if (segment === undefined) return false;
  const index = wordOf(segment, at);
  if (index === 0 || index >= segment.words.length) return false;
  const halves = splitSegment(segment, index, newSegmentId());
  document.replace(at.id, halves);
  afterDrawn(() => putCaret(halves[1].id, 0));
  return true;
}

/** With the one before it, in which the caret stays. */
export function mergeWithPrevious(document: TranscriptDocument, id: string): boolean {
  const [previous, segment] = neighbours(document, id, -1);
  if (previous === undefined || segment === undefined) return false;
  const merged = mergeSegments(previous, segment);
  if (merged === null) return false;
  const offset = textOf(previous.words).length;
  document.make([{ replace: [previous.id, id], after: null, with: [merged] }]);
  afterDrawn(() => putCaret(previous.id, offset));
  return true;
}

export function mergeWithNext(document: TranscriptDocument, id: string): boolean {
  const next = document.segments.peek()[document.indexOf(id) + 1];
  return next !== undefined && mergeWithPrevious(document, next.id);
}

/** The text before the caret moves to the segment before, or the text after it to the segment after. */
export function giveToNeighbour(document: TranscriptDocument, at: Caret, to: "previous" | "next"): boolean {
  const segment = document.part(at.id)?.peek();
  if (segment === undefined) return false;
  const index = wordOf(segment, at);
  const [first, second] = neighbours(document, at.id, to === "previous" ? -1 : 1);
  if (first === undefined || second === undefined) return false;
  const moved = moveBoundary(first, second, to === "previous" ? -index : segment.words.length - index);
  if (moved === null) return false;
  document.make([{ replace: [first.id, second.id], after: null, with: moved }]);
  const offset = to === "previous" ? 0 : at.start;
  afterDrawn(() => putCaret(at.id, offset));
  return true;
}

/** The word at the caret begins when the sound is there now. */
export function beginNow(document: TranscriptDocument, at: Caret, nowMs: number): boolean {
  const index = document.indexOf(at.id);
  const segments = document.segments.peek();
  const segment = segments[index];
  const word = segment?.words[segment === undefined ? 0 : wordOf(segment, at)];
  if (segment === undefined || word === undefined) return false;
  const bounds = { startMs: 0, endMs: segments[index + 1]?.startMs ?? Number.MAX_SAFE_INTEGER };
  const length = word.endMs - word.startMs;
  const times = { startMs: nowMs, endMs: Math.max(word.endMs, nowMs + Math.min(length, 200)) };
  document.replace(at.id, [retimeWord(segment, segment.words.indexOf(word), times, bounds)]);
  return true;
}

export function setSpeaker(document: TranscriptDocument, id: string, speaker: string | null): boolean {
  const segment = document.part(id)?.peek();
  if (segment === undefined || segment.speaker === speaker) return false;
  document.make(
    [{ replace: [id], after: null, with: [reassign(segment, speaker)] }],
    nameless(document, speaker),
  );
  return true;
}

/** All that one speaker says becomes another's. */
export function mergeSpeakers(document: TranscriptDocument, from: string, into: string): void {
  const own = document.segments.peek().filter(({ speaker }) => speaker === from);
  document.make(own.map((each) => ({ replace: [each.id], after: null, with: [reassign(each, into)] })));
}

/** One that nobody is yet. */
export function freshSpeaker({ names, segments }: TranscriptDocument): string {
  const known = [...Object.keys(names.peek()), ...segments.peek().map(({ speaker }) => speaker ?? "")];
  const numbers = known.map(speakerNumber).filter((each) => each >= 0);
  return `spk_${Math.max(-1, ...numbers) + 1}`;
}

/** From 0; -1 of none. */
export function speakerNumber(speaker: string | null): number {
  return Number(/^spk_(\d+)$/.exec(speaker ?? "")?.[1] ?? -1);
}

function nameless(document: TranscriptDocument, speaker: string | null) {
  const isNew = speaker !== null && !(speaker in document.names.peek());
  return isNew ? { names: { [speaker]: null } } : {};
}

function wordOf({ id, words }: TranscriptSegment, { start }: Caret): number {
  return wordAt(paragraphOf(id)?.textContent ?? textOf(words), words, start);
}

/** In their order. */
function neighbours(
  { segments }: TranscriptDocument,
  id: string,
  step: -1 | 1,
): [TranscriptSegment | undefined, TranscriptSegment | undefined] {
  const all = segments.peek();
  const index = all.findIndex((each) => each.id === id);
  return step === -1 ? [all[index - 1], all[index]] : [all[index], all[index + 1]];
}

/** Changed signals are drawn in a microtask; the caret moves in the one after it, before the next key or click. */
function afterDrawn(act: () => void): void {
  queueMicrotask(act);
}
