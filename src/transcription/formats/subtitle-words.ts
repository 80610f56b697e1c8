/** A transcription as a row of short words with times: what subtitles are laid out from. */
import type { Segment, Transcription } from "../transcription.ts";
import { sliceAtWords } from "../word-slices.ts";

export interface SubtitleWord {
  text: string;
  /** Columns: East Asian characters take two. */
  width: number;
  startMs: number;
  endMs: number;
  /** Whether a space stands before it when it is not the first of a line. */
  spaceBefore: boolean;
}

type UnmeasuredWord = Omit<SubtitleWord, "width">;

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const wordBreaks = new Intl.Segmenter(undefined, { granularity: "word" });

function widthOf(text: string): number {
  return Bun.stringWidth(text);
}

/**
 * In order of time, starts rising strictly, none wider than `widest` columns. Segments of models that give no
 * word times get times in proportion to their letters.
 */
export function subtitleWords(transcription: Transcription, widest: number): SubtitleWord[] {
  const words = transcription.segments.flatMap(wordsOfSegment).flatMap((word) => splitWide(word, widest));
  let earliestMs = 0;
  return words.map((word) => {
    const startMs = Math.max(earliestMs, Math.round(word.startMs));
    const endMs = Math.max(startMs + 1, Math.round(word.endMs));
    earliestMs = startMs + 1;
    return { ...word, startMs, endMs, width: widthOf(word.text) };
  });
}

function wordsOfSegment(segment: Segment): UnmeasuredWord[] {
  if (segment.words.length === 0) {
    const startMs = segment.startSeconds * 1000;
    return spread(segment.text, startMs, segment.endSeconds * 1000);
  }
  const slices = sliceAtWords(segment.text, segment.words);
  let spaceBefore = true;
  return segment.words.map((word, index) => {
    const slice = slices[index] ?? word.text;
    const placed = {
      text: slice.trim(),
      startMs: word.startSeconds * 1000,
      endMs: word.endSeconds * 1000,
      spaceBefore,
    };
    spaceBefore = /\s$/.test(slice);
    return placed;
  });
}

/** Cuts text at its word breaks (also where the script writes no spaces), each part with its share of the time. */
function spread(text: string, startMs: number, endMs: number): UnmeasuredWord[] {
  const parts: { text: string; spaceBefore: boolean }[] = [];
  let spaceBefore = true;
  for (const { segment: part, isWordLike } of wordBreaks.segment(text)) {
    const last = parts[parts.length - 1];
    if (part.trim() === "") spaceBefore = true;
    else if (!isWordLike && last && !spaceBefore) last.text += part;
    else {
      parts.push({ text: part, spaceBefore });
      spaceBefore = false;
    }
  }
  const letters = parts.reduce((sum, part) => sum + part.text.length, 0);
  let before = 0;
  return parts.map((part) => {
    const at = (count: number) => startMs + ((endMs - startMs) * count) / letters;
    const placed = { ...part, startMs: at(before), endMs: at(before + part.text.length) };
    before += part.text.length;
    return placed;
  });
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
  }));
}
