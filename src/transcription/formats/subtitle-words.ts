/** A transcription as a row of short words with times: what subtitles are laid out from. */
import { timedWords } from "../timed-words.ts";
import type { Segment, Transcription } from "../transcription.ts";

export interface SubtitleWord {
  text: string;
  /** Columns: East Asian characters take two. */
  width: number;
  startMs: number;
  endMs: number;
  /** Whether a space stands before it when it is not the first of a line. */
  spaceBefore: boolean;
  /** Whose it is; null where nobody asked. */
  speaker: string | null;
}

type UnmeasuredWord = Omit<SubtitleWord, "width">;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function widthOf(text: string): number {
  return Bun.stringWidth(text);
}

/**
 * In order of time, starts rising strictly, none wider than `widest` columns.
 */
export function subtitleWords(
  transcription: Transcription,
  widest: (speaker: string | null) => number,
): SubtitleWord[] {
  const words = transcription.segments
    .flatMap(wordsOfSegment)
    .flatMap((word) => splitWide(word, widest(word.speaker)));
  let earliestMs = 0;
  return words.map((word) => {
    const startMs = Math.max(earliestMs, Math.round(word.startMs));
    const endMs = Math.max(startMs + 1, Math.round(word.endMs));
    earliestMs = startMs + 1;
    return { ...word, startMs, endMs, width: widthOf(word.text) };
  });
}

function wordsOfSegment(segment: Segment): UnmeasuredWord[] {
  return timedWords(segment).map(({ text, startSeconds, endSeconds, spaceBefore }) => ({
    text,
    startMs: startSeconds * 1000,
    endMs: endSeconds * 1000,
    spaceBefore,
    speaker: segment.speaker ?? null,
  }));
}

function splitWide(word: UnmeasuredWord, widest: number): UnmeasuredWord[] {
  if (widthOf(word.text) <= widest) return [word];
  const parts: string[] = [""];
  for (const { segment: grapheme } of graphemes.segment(word.text)) {
    const last = parts.length - 1;
    if (widthOf(parts[last] + grapheme) > widest) parts.push(grapheme);
    else parts[last] += grapheme;
  }
  const durationMs = word.endMs - word.startMs;
  return parts.map((text, index) => ({
    text,
    startMs: word.startMs + (durationMs * index) / parts.length,
    endMs: word.startMs + (durationMs * (index + 1)) / parts.length,
    spaceBefore: index === 0 && word.spaceBefore,
    speaker: word.speaker,
  }));
}
