/** The recognizer's details of each word of a text: the silence before it, and how sure it is. */
import type { Word } from "../engine/engine.ts";
import type { Certainty } from "../text/words/tokens.ts";
import type { Transcription } from "../transcription/transcription.ts";

interface TimedText {
  text: string;
  segments: readonly { words: readonly Word[] }[];
}

/**
 * Seconds that the speaker was silent before each word as white space sets them apart. Empty if that is unknown:
 * words that are only spread over the recording follow each other without any gap.
 */
export function pausesOf({ text, segments }: TimedText): number[] {
  const words = segments.flatMap((segment) => segment.words);
  const pauses = words.map(({ startSeconds }, index) =>
    Math.max(0, startSeconds - (words[index - 1]?.endSeconds ?? startSeconds)),
  );
  const isTimed = pauses.some((seconds) => seconds > 0);
  const isWhole = words.length === text.split(/\s+/u).filter((word) => word !== "").length;
  return isTimed && isWhole ? pauses : [];
}

/**
 * How sure the recognizer is of each word as white space sets them apart, 0 to 1: the geometric mean of its tokens. Empty
 * if that is unknown.
 */
export function confidencesOf({ text, segments }: TimedText): number[] {
  const words = segments.flatMap((segment) => segment.words);
  const isWhole = words.length === text.split(/\s+/u).filter((word) => word !== "").length;
  if (!isWhole || !words.every(({ logProbs = [] }) => logProbs.length > 0)) return [];
  return words.map(({ logProbs = [] }) =>
    Math.exp(logProbs.reduce((sum, log) => sum + log, 0) / logProbs.length),
  );
}

/** Their meaning, as measured for the recognizer; empty if not measured. */
export function certaintiesOf(heard: TimedText & Pick<Transcription, "confidence">): (Certainty | null)[] {
  const { confidence: bounds } = heard;
  if (bounds === undefined) return [];
  return confidencesOf(heard).map((confidence) => {
    if (confidence < bounds.unsure_below) return "unsure";
    return confidence >= bounds.sure_from ? "sure" : null;
  });
}
