/** Words as subtitles are laid out from them: short ones, in order. The same in the server and the browser. */
import { columnsOf } from "../../lib/columns.ts";
import type { Slices } from "../../lib/slices.ts";
import { whenNeeded } from "../../lib/when-needed.ts";

/** Measured at once: a fraction of a millisecond. */
const SLICE_WORDS = 1_000;

export interface SubtitleWord {
  text: string;
  startMs: number;
  endMs: number;
  /** Whether a space stands before it when it is not the first of a line. */
  spaceBefore: boolean;
  /** Whose it is; null if nobody asked. */
  speaker: string | null;
}

export interface FittedWord extends SubtitleWord {
  /** Columns: East Asian characters take two. */
  width: number;
  /** Which of the given words it is, or is a part of. */
  source: number;
}

const graphemes = whenNeeded(() => new Intl.Segmenter(undefined, { granularity: "grapheme" }));

/** In order of time, starts rising strictly, none wider than `widest` columns. */
export function* fittedWords(
  words: readonly SubtitleWord[],
  widest: (speaker: string | null) => number,
): Slices<FittedWord[]> {
  const fitted: FittedWord[] = [];
  let earliestMs = 0;
  for (const [source, word] of words.entries()) {
    for (const part of splitWide({ ...word, source, width: columnsOf(word.text) }, widest(word.speaker))) {
      const startMs = Math.max(earliestMs, Math.round(part.startMs));
      const endMs = Math.max(startMs + 1, Math.round(part.endMs));
      earliestMs = startMs + 1;
      fitted.push({ ...part, startMs, endMs });
    }
    if (source % SLICE_WORDS === 0) yield;
  }
  return fitted;
}

/** As they are written in a line. */
export function joinWords(words: readonly Pick<SubtitleWord, "text" | "spaceBefore">[]): string {
  return words.map((word, index) => (index > 0 && word.spaceBefore ? " " : "") + word.text).join("");
}

function splitWide(word: FittedWord, widest: number): FittedWord[] {
  if (word.width <= widest) return [word];
  const parts = cutText(word.text, widest);
  const durationMs = word.endMs - word.startMs;
  return parts.map((text, index) => ({
    ...word,
    text,
    width: columnsOf(text),
    startMs: word.startMs + (durationMs * index) / parts.length,
    endMs: word.startMs + (durationMs * (index + 1)) / parts.length,
    spaceBefore: index === 0 && word.spaceBefore,
  }));
}

/** Parts of at most so many columns, never inside a character. */
export function cutText(text: string, widest: number): string[] {
  const parts: string[] = [""];
  for (const { segment: grapheme } of graphemes().segment(text)) {
    const last = parts.length - 1;
    if (parts[last] !== "" && columnsOf(parts[last] + grapheme) > widest) parts.push(grapheme);
    else parts[last] += grapheme;
  }
  return parts;
}
