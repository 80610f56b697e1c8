/**
 * When a word begins, from when its first piece was heard. A network that was trained by CTC reports a piece somewhere within
 * its sound: soon after its begin where another word goes before at once, late after a pause.
 */
import { FRAME_SECONDS, type FrameScores, probabilityOf } from "../word-search/spelt-scores.ts";

/** A word's first piece, and the frames in which it was heard. */
export interface HeardPiece {
  token: number;
  letters: number;
  firstFrame: number;
  lastFrame: number;
}

/**
 * Seconds from a word's begin to the frame in which its first piece was heard: the sum of these, each as often as
 * `onsetTerms` says. Fitted to words of synthetic voices that report their times (`bun run bench:word-times --fit`).
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  always: 0.096,
  first: -0.039,
  "gap 0": -0.007,
  "gap 1": 0.025,
  "gap 2": 0.043,
  "gap 3": -0.005,
  "gap 4": 0.022,
  "gap 5": 0.057,
  "letters 0": -0.052,
  "letters 1": -0.039,
  "letters 2": -0.025,
  "letters 3": -0.024,
  "letters 4": 0.012,
  "letters 6": 0.223,
  before: 0.08,
  after: -0.054,
  longer: -0.026,
};

/** @param previousLastFrame of the word before; null for the first. */
export function onsetTerms(
  piece: HeardPiece,
  previousLastFrame: number | null,
  scores: FrameScores,
): Record<string, number> {
  const { token, letters, firstFrame, lastFrame } = piece;
  const gap = previousLastFrame === null ? null : firstFrame - previousLastFrame - 1;
  return {
    always: 1,
    [gap === null ? "first" : `gap ${Math.min(gap, 5)}`]: 1,
    [`letters ${letters >= 6 ? 6 : Math.min(letters, 4)}`]: 1,
    before: probabilityOf(scores, token, firstFrame - 1),
    after: probabilityOf(scores, token, lastFrame + 1),
    longer: lastFrame - firstFrame,
  };
}

/** When the word begins, in seconds from the begin of the first frame. */
export function onsetSeconds(
  piece: HeardPiece,
  previousLastFrame: number | null,
  scores: FrameScores,
): number {
  const terms = Object.entries(onsetTerms(piece, previousLastFrame, scores));
  const lag = terms.reduce((sum, [name, times]) => sum + (WEIGHTS[name] ?? 0) * times, 0);
  return Math.max(piece.firstFrame * FRAME_SECONDS - lag, 0);
}
