/** How long the speaker was silent before each word of a text. */
import type { Transcription } from "../transcription/transcription.ts";

/**
 * Seconds, a number for each word as white space sets them apart. Empty where that cannot be told: words that are only
 * spread over the recording follow each other without any gap.
 */
export function pausesOf({ text, segments }: Pick<Transcription, "text" | "segments">): number[] {
  const words = segments.flatMap((segment) => segment.words);
  const pauses = words.map(({ startSeconds }, index) =>
    Math.max(0, startSeconds - (words[index - 1]?.endSeconds ?? startSeconds)),
  );
  const isTimed = pauses.some((seconds) => seconds > 0);
  const isWhole = words.length === text.split(/\s+/u).filter((word) => word !== "").length;
  return isTimed && isWhole ? pauses : [];
}
