/** Terms that a network heard, beside the words that a recognizer wrote in their time. */
import type { FrameScores } from "../word-search/spelt-scores.ts";
import type { AlignedWord, Aligner, Alignment } from "./aligner.ts";
import type { Spot } from "./spot-terms.ts";

/** Words, and how they lie on the scores. */
export interface Laid {
  words: readonly string[];
  alignment: Alignment;
}

/** A term beside the words that it may stand for: from `first` up to `until`; none if it was left out. */
export interface Candidate {
  spot: Spot;
  words: readonly string[];
  first: number;
  until: number;
  /** How much likelier the recording becomes with the term (`Alignment.gain`). */
  gain: number;
  /** The mean of the words' scores. */
  score: number;
}

/** So much of a word's time belongs to a term that is written in its place. */
const SHARED_TIME = 0.4;
const SHORTEST_WORD_SECONDS = 0.05;
/** So many words share the time of one term, and so many more on either side may be part of what was misheard. */
const MOST_WORDS = 4;
const REACH = 1;
/** The least gain of a replaced word, in natural logarithms. */
const WORD_LOST = 4;

/** The allowed cost of one more letter: `semicolon` goes before the `colon` in it. */
const LETTER = 2;

export function bestFirst(spots: readonly Spot[]): Spot[] {
  return spots.toSorted((a, b) => a.cost - b.cost - LETTER * (a.term.length - b.term.length));
}

/** Those of the words around the term's time by which the recording becomes likeliest. */
export function candidateFor(spot: Spot, { words, alignment }: Laid): Candidate {
  const replacement = spot.term.split(/[\s-]+/u);
  const [from, to] = placeOf(spot, alignment.words);
  let best = { first: from, until: to, gain: alignment.gain(from, to, replacement) };
  let most = best.gain - WORD_LOST * (to - from);
  for (let first = Math.max(from - REACH, 0); first <= to; first++)
    for (let until = Math.max(first, from); until <= Math.min(to + REACH, words.length); until++) {
      const gain = alignment.gain(first, until, replacement);
      if (gain - WORD_LOST * (until - first) <= most) continue;
      best = { first, until, gain };
      most = gain - WORD_LOST * (until - first);
    }
  const scores = alignment.words.slice(best.first, best.until).map(({ score }) => score);
  const score = scores.reduce((sum, each) => sum + each, 0) / Math.max(scores.length, 1);
  return { spot, words: words.slice(best.first, best.until), ...best, score };
}

/** Whether the words say it already, there or beside its place. */
export function isWritten(spot: Spot, laid: Laid): boolean {
  return writtenAt(spot, laid) !== null;
}

/** The fewest words that say it already, there or beside its place. */
export function writtenAt(spot: Spot, { words, alignment }: Laid): { first: number; until: number } | null {
  const term = lettersOf([spot.term]);
  const [from, to] = placeOf(spot, alignment.words);
  for (let first = Math.min(to, words.length - 1); first >= Math.max(from - REACH, 0); first--)
    for (let until = first + 1; until <= Math.min(to + REACH, words.length); until++)
      if (lettersOf(words.slice(first, until)) === term) return { first, until };
  return null;
}

/** @returns null if the audio is too short for the changed words. */
export function replaced(
  aligner: Aligner,
  { words }: Laid,
  scores: FrameScores,
  { first, until }: Candidate,
  text: string,
): Laid | null {
  const changed = words.toSpliced(first, until - first, ...text.split(" "));
  const alignment = aligner.align(scores, changed);
  return alignment && { words: changed, alignment };
}

/** From the first to after the last of the words that the term shares time with; where it begins if there are none. */
function placeOf(spot: Spot, words: readonly AlignedWord[]): [first: number, until: number] {
  const shared = words.map(({ startSeconds, endSeconds }) => {
    const seconds = Math.min(endSeconds, spot.endSeconds) - Math.max(startSeconds, spot.startSeconds);
    return seconds > SHARED_TIME * Math.max(endSeconds - startSeconds, SHORTEST_WORD_SECONDS);
  });
  const first = shared.indexOf(true);
  if (first >= 0) return [first, Math.min(shared.lastIndexOf(true) + 1, first + MOST_WORDS)];
  const behind = words.findIndex(({ startSeconds }) => startSeconds >= spot.startSeconds);
  const place = behind < 0 ? words.length : behind;
  return [place, place];
}

export function lettersOf(words: readonly string[]): string {
  return words
    .join("")
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}
