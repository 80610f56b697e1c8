/**
 * Segments as they are stored, and as the API returns them. Of a word: its text, when it begins and ends in milliseconds, how sure it
 * is or null, and 1 if no space stands before it; what says nothing at the end is left out.
 */
import type { StoredChange, StoredSegment } from "../../store/recordings/segments.ts";
import type { TranscriptChange, TranscriptSegment, TranscriptWord } from "../wire.ts";

type StoredWord = [word: string, startMs: number, endMs: number, confidence?: number | null, glued?: 1];

export function toStored({ id, speaker, start, end, words }: TranscriptSegment): StoredSegment {
  return {
    id,
    speaker: speaker === null ? null : Number(speaker.slice("spk_".length)),
    startMs: inMs(start),
    endMs: inMs(end),
    words: JSON.stringify(words.map(toStoredWord)),
  };
}

export function fromStored({ id, speaker, startMs, endMs, words }: StoredSegment): TranscriptSegment {
  return {
    id,
    speaker: speaker === null ? null : `spk_${speaker}`,
    start: startMs / 1000,
    end: endMs / 1000,
    words: (JSON.parse(words) as StoredWord[]).map(fromStoredWord),
  };
}

export function toStoredChange({ replace, after, with: segments }: TranscriptChange): StoredChange {
  return { replace, after, with: segments.map(toStored) };
}

export function fromStoredChange({ replace, after, with: segments }: StoredChange): TranscriptChange {
  return { replace: [...replace], after, with: segments.map(fromStored) };
}

export function wordsIn(segments: readonly StoredSegment[]): number {
  return segments.reduce((sum, { words }) => sum + (JSON.parse(words) as unknown[]).length, 0);
}

/** The text of stored words. */
export function textOfWords(words: string): string {
  return (JSON.parse(words) as StoredWord[])
    .map(([word, , , , glued], index) => (index > 0 && glued !== 1 ? ` ${word}` : word))
    .join("");
}

function toStoredWord({ word, start, end, confidence, glued }: TranscriptWord): StoredWord {
  const times = [word, inMs(start), inMs(end)] as const;
  if (glued) return [...times, confidence ?? null, 1];
  return confidence === undefined ? [...times] : [...times, confidence];
}

function fromStoredWord([word, startMs, endMs, confidence, glued]: StoredWord): TranscriptWord {
  return {
    word,
    start: startMs / 1000,
    end: endMs / 1000,
    ...(typeof confidence === "number" && { confidence }),
    ...(glued === 1 && { glued: true }),
  };
}

function inMs(seconds: number): number {
  return Math.round(seconds * 1000);
}
