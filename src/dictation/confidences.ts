/** How sure the recognizer is of each word of a text. */
import type { Transcription } from "../transcription/transcription.ts";

/**
 * 0 to 1, the geometric mean of a word's tokens, a number for each word as white space sets them apart. Empty where that
 * cannot be told.
 */
export function confidencesOf({ text, segments }: Pick<Transcription, "text" | "segments">): number[] {
  const words = segments.flatMap((segment) => segment.words);
  const isWhole = words.length === text.split(/\s+/u).filter((word) => word !== "").length;
  if (!isWhole || !words.every(({ logProbs = [] }) => logProbs.length > 0)) return [];
  return words.map(({ logProbs = [] }) =>
    Math.exp(logProbs.reduce((sum, log) => sum + log, 0) / logProbs.length),
  );
}
