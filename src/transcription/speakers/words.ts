/** Whose each word is. */
import type { Span } from "../../engine/speakers/speaker-engine.ts";
import type { Turn } from "./turns.ts";

/** A recognizer's steps can leave a word no time at all. */
const SHORTEST_WORD_SECONDS = 0.02;

/**
 * The speaker whose turns cover most of the word; where two cover it alike, the one who said the word before; where
 * nobody's turn does, whose turn is nearest in time. Without any turns all words are one speaker's.
 * @param words in order of time. @param turns in order of their starts.
 * @returns for each word the number of its speaker.
 */
export function speakersOfWords(words: readonly Span[], turns: readonly Turn[]): number[] {
  let previous = turns[0]?.speaker ?? 0;
  let from = 0;
  const latestEnds = runningMaximum(turns.map(({ endSeconds }) => endSeconds));
  return words.map(({ startSeconds, endSeconds }) => {
    const word = { startSeconds, endSeconds: Math.max(endSeconds, startSeconds + SHORTEST_WORD_SECONDS) };
    // No turn before `from` reaches this word or a later one.
    while (from < turns.length && (latestEnds[from] as number) <= word.startSeconds) from += 1;
    previous =
      mostCovering(word, turns, from, previous) ?? nearestInTime(word, turns, from, latestEnds) ?? previous;
    return previous;
  });
}

function mostCovering(word: Span, turns: readonly Turn[], from: number, previous: number): number | null {
  const covered = new Map<number, number>();
  for (let at = from; at < turns.length; at += 1) {
    const turn = turns[at] as Turn;
    if (turn.startSeconds >= word.endSeconds) break;
    const seconds =
      Math.min(turn.endSeconds, word.endSeconds) - Math.max(turn.startSeconds, word.startSeconds);
    if (seconds > 0) covered.set(turn.speaker, (covered.get(turn.speaker) ?? 0) + seconds);
  }
  let best: { speaker: number; seconds: number } | null = null;
  for (const [speaker, seconds] of covered) {
    const isBetter = !best || seconds > best.seconds || (seconds === best.seconds && speaker === previous);
    if (isBetter) best = { speaker, seconds };
  }
  return best?.speaker ?? null;
}

/** Only the turns around the word are looked at: the last to end before it, and the first to start after it. */
function nearestInTime(
  word: Span,
  turns: readonly Turn[],
  from: number,
  latestEnds: readonly number[],
): number | null {
  let before: Turn | null = null;
  for (let at = from - 1; at >= 0; at -= 1) {
    const turn = turns[at] as Turn;
    if (!before || turn.endSeconds > before.endSeconds) before = turn;
    if ((latestEnds[at - 1] ?? Number.NEGATIVE_INFINITY) <= before.endSeconds) break;
  }
  let after: Turn | null = null;
  for (let at = from; at < turns.length; at += 1) {
    const turn = turns[at] as Turn;
    if (turn.endSeconds > word.startSeconds && turn.startSeconds >= word.endSeconds) {
      after = turn;
      break;
    }
    if (turn.endSeconds <= word.startSeconds && (!before || turn.endSeconds > before.endSeconds))
      before = turn;
  }
  if (!before) return after?.speaker ?? null;
  if (!after) return before.speaker;
  const isAfterNearer = after.startSeconds - word.endSeconds < word.startSeconds - before.endSeconds;
  return (isAfterNearer ? after : before).speaker;
}

/** The greatest value so far, at each place. */
export function runningMaximum(values: readonly number[]): number[] {
  let most = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    most = Math.max(most, value);
    return most;
  });
}
