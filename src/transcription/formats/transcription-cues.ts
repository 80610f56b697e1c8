/** Subtitles of a transcription. */
import { withoutPauses } from "../../lib/slices.ts";
import { timedWords } from "../timed-words.ts";
import type { Segment, Transcription } from "../transcription.ts";
import type { SubtitleWord } from "./cue-words.ts";
import { type Cue, cueSlices } from "./cues.ts";

/** @param prefix what will be written before a speaker's words, for which room is left in the first line. */
export function subtitleCues(
  transcription: Transcription,
  prefix: (speaker: string) => string = () => "",
): Cue[] {
  const words = transcription.segments.flatMap(wordsOfSegment);
  return withoutPauses(cueSlices(words, { durationMs: transcription.durationSeconds * 1000, prefix }));
}

function wordsOfSegment(segment: Segment): SubtitleWord[] {
  return timedWords(segment).map(({ text, startSeconds, endSeconds, spaceBefore }) => ({
    text,
    startMs: startSeconds * 1000,
    endMs: endSeconds * 1000,
    spaceBefore,
    speaker: segment.speaker ?? null,
  }));
}
