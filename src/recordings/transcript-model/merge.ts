/**
 * Two people changed the same transcript: what one of them changed is brought into what the other made of it. Segments that
 * only one of them touched are that one's; in others the words are merged, and only if both changed the same words, or gave
 * the same ones different speakers or times, it is a conflict.
 */
import { type Slices, withoutPauses } from "../../lib/slices.ts";
import { aligning } from "./align.ts";
import { applyChanges, type Change } from "./changes.ts";
import {
  inOrder,
  SEGMENT_WORDS_MAX,
  segmentOf,
  type TranscriptSegment,
  type TranscriptWord,
} from "./segments.ts";

export interface Conflict {
  /** As they were before both. */
  base: readonly TranscriptSegment[];
  mine: readonly TranscriptSegment[];
  theirs: readonly TranscriptSegment[];
}

export interface Merge {
  /** To be made on what the others made of it. */
  changes: Change[];
  /** Not empty: nothing of `changes` may be made. */
  conflicts: Conflict[];
}

type Run = readonly TranscriptSegment[];

/**
 * @param base the transcript from which both began. Segments that none of the changes names must be the same objects throughout.
 * @throws ChangeMismatch if changes do not fit `base`.
 */
export function mergeChanges(...given: Parameters<typeof merging>): Merge {
  return withoutPauses(merging(...given));
}

/** The same in steps. */
export function* merging(base: Run, mine: readonly Change[], theirs: readonly Change[]): Slices<Merge> {
  const own = applyChanges(base, mine);
  yield;
  const others = applyChanges(base, theirs);
  yield;
  const result: Merge = { changes: [], conflicts: [] };
  for (const gap of gapsBetween(base, own, others)) {
    yield;
    if (isSame(gap.mine, gap.base) || isSame(gap.mine, gap.theirs)) continue;
    const merged = isSame(gap.theirs, gap.base) ? gap.mine : yield* mergingRuns(gap);
    if (merged === null) result.conflicts.push({ base: gap.base, mine: gap.mine, theirs: gap.theirs });
    else result.changes.push({ replace: gap.theirs.map(({ id }) => id), after: gap.after, with: merged });
  }
  return result;
}

interface Gap extends Conflict {
  /** The segment of theirs before it, if none of theirs is in it. */
  after: string | null;
}

/** The segments between those that neither of them touched. */
function gapsBetween(base: Run, mine: Run, theirs: Run): Gap[] {
  const untouched = new Set(mine);
  const places = new Map(theirs.map((segment, index) => [segment, index]));
  const ownPlaces = new Map(mine.map((segment, index) => [segment, index]));
  const gaps: Gap[] = [];
  let [fromBase, fromMine, fromTheirs] = [0, 0, 0];
  const end = (toBase: number, toMine: number, toTheirs: number) => {
    const inGap = {
      base: base.slice(fromBase, toBase),
      mine: mine.slice(fromMine, toMine),
      theirs: theirs.slice(fromTheirs, toTheirs),
    };
    const isEmpty = inGap.base.length + inGap.mine.length + inGap.theirs.length === 0;
    const after = inGap.theirs.length > 0 ? null : (theirs[fromTheirs - 1]?.id ?? null);
    if (!isEmpty) gaps.push({ ...inGap, after });
    [fromBase, fromMine, fromTheirs] = [toBase + 1, toMine + 1, toTheirs + 1];
  };
  base.forEach((segment, index) => {
    const place = places.get(segment);
    if (place !== undefined && untouched.has(segment)) end(index, ownPlaces.get(segment) as number, place);
  });
  end(base.length, mine.length, theirs.length);
  return gaps;
}

function isSame(one: Run, other: Run): boolean {
  return one.length === other.length && one.every((segment, index) => isSameSegment(segment, other[index]));
}

function isSameSegment(one: TranscriptSegment, other: TranscriptSegment | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** A word with what its segment says of it. */
interface Token {
  word: TranscriptWord;
  speaker: string | null;
  /** It is the first of its segment. */
  opens: boolean;
  segmentId: string;
}

/** Null if both changed the same. */
function* mergingRuns({ base, mine, theirs }: Conflict): Slices<TranscriptSegment[] | null> {
  const [before, own, others] = [tokensOf(base), tokensOf(mine), tokensOf(theirs)];
  const ownMatches = yield* matchesOf(before, own);
  const otherMatches = yield* matchesOf(before, others);
  const merged: Token[] = [];
  let [fromBase, fromOwn, fromOthers] = [0, 0, 0];
  for (let at = 0; at <= before.length; at++) {
    const isEnd = at === before.length;
    const ownAt = isEnd ? own.length : (ownMatches[at] as number);
    const otherAt = isEnd ? others.length : (otherMatches[at] as number);
    if (ownAt === -1 || otherAt === -1) continue;
    const chunk = mergeChunk(
      before.slice(fromBase, at),
      own.slice(fromOwn, ownAt),
      others.slice(fromOthers, otherAt),
    );
    if (chunk === null) return null;
    merged.push(...chunk);
    if (isEnd) break;
    const token = mergeToken(before[at] as Token, own[ownAt] as Token, others[otherAt] as Token);
    if (token === null) return null;
    merged.push(token);
    [fromBase, fromOwn, fromOthers] = [at + 1, ownAt + 1, otherAt + 1];
  }
  const segments = segmentsOf(merged, new Set([...mine, ...theirs].map(({ id }) => id)));
  return segments.some(({ words }) => words.length > SEGMENT_WORDS_MAX) ? null : segments;
}

function tokensOf(segments: Run): Token[] {
  return segments.flatMap(({ id, speaker, words }) =>
    words.map((word, index) => ({ word, speaker, opens: index === 0, segmentId: id })),
  );
}

function matchesOf(before: readonly Token[], after: readonly Token[]): Slices<number[]> {
  const text = ({ word }: Token) => word.text;
  return aligning(before.map(text), after.map(text));
}

/** Words that not all three have. */
function mergeChunk(base: Token[], own: Token[], others: Token[]): Token[] | null {
  if (isSameChunk(own, base)) return others;
  if (isSameChunk(others, base) || isSameChunk(own, others)) return own;
  return null;
}

function isSameChunk(one: readonly Token[], other: readonly Token[]): boolean {
  return (
    one.length === other.length && one.every((token, index) => token.word.text === other[index]?.word.text)
  );
}

/** A word that all three have. */
function mergeToken(base: Token, own: Token, others: Token): Token | null {
  const times = ({ word: { startMs, endMs } }: Token) => `${startMs} ${endMs}`;
  const timed = chosen(base, own, others, times);
  const spoken = chosen(base, own, others, ({ speaker }) => speaker);
  const opened = chosen(base, own, others, ({ opens }) => opens);
  if (timed === null || spoken === null || opened === null) return null;
  return {
    word: timed.word,
    speaker: spoken.speaker,
    opens: opened.opens,
    // Theirs is what is there: an id of mine only if the segment is mine.
    segmentId: opened.opens ? opened.segmentId : others.segmentId,
  };
}

/** Of which of both the value is: mine where I changed it, else theirs. Null if both did, differently. */
function chosen(base: Token, own: Token, others: Token, read: (token: Token) => unknown): Token | null {
  const [before, ownValue, otherValue] = [base, own, others].map(read);
  if (ownValue === before) return others;
  if (otherValue === before || otherValue === ownValue) return own;
  return null;
}

/** Words in their order, in segments that begin where one opens or another speaks. */
function segmentsOf(tokens: readonly Token[], known: ReadonlySet<string>): TranscriptSegment[] {
  const runs: Token[][] = [];
  for (const token of tokens) {
    const run = runs.at(-1);
    if (run === undefined || token.opens || run[0]?.speaker !== token.speaker) runs.push([token]);
    else run.push(token);
  }
  const used = new Set<string>();
  return runs.map((run) => {
    const [{ segmentId, speaker }] = run as [Token, ...Token[]];
    const id = used.has(segmentId) ? freeId(segmentId, (id) => used.has(id) || known.has(id)) : segmentId;
    used.add(id);
    return segmentOf(id, speaker, inOrder(run.map(({ word }) => word)));
  });
}

function freeId(id: string, isTaken: (id: string) => boolean): string {
  for (let count = 2; ; count++) {
    const next = `${id.slice(0, 18)}m${count}`;
    if (!isTaken(next)) return next;
  }
}
