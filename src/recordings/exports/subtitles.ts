/** Subtitles of an edited transcript, by rules that can be chosen. */
import type { Slices } from "../../lib/slices.ts";
import type { SubtitleWord } from "../../transcription/formats/cue-words.ts";
import { type Cue, cueSlices, type SubtitleRules, speakerPrefix } from "../../transcription/formats/cues.ts";
import { srtFile, vttFile } from "../../transcription/formats/subtitle-files.ts";
import { isUnspaced, type TranscriptSegment } from "../transcript-model/segments.ts";
import { type ExportedTranscript, type ExportOptions, speakerName } from "./exported-transcript.ts";

export interface TranscriptCue extends Omit<Cue, "firstWord"> {
  /** The segment of its first word. */
  segmentId: string;
}

/** @param isNamed whether names stand before the words, for which room is left in the first line. */
export function* transcriptCues(
  transcript: Omit<ExportedTranscript, "name">,
  rules: SubtitleRules,
  isNamed: boolean,
): Slices<TranscriptCue[]> {
  const { segments, durationMs } = transcript;
  const { words, segmentIds } = wordsOf(segments);
  const prefix = isNamed ? prefixOf(transcript, rules) : () => "";
  const cues = yield* cueSlices(words, { durationMs, rules, prefix });
  return cues.map(({ firstWord, ...cue }) => ({ ...cue, segmentId: segmentIds[firstWord] as string }));
}

export function* srtSlices(transcript: ExportedTranscript, options: ExportOptions): Slices<string> {
  const cues = yield* transcriptCues(transcript, options.rules, options.speakers);
  return srtFile(spoken(cues, options), prefixOf(transcript, options.rules));
}

export function* vttSlices(transcript: ExportedTranscript, options: ExportOptions): Slices<string> {
  const cues = yield* transcriptCues(transcript, options.rules, false);
  return vttFile(spoken(cues, options), (speaker) => speakerName(speaker, transcript));
}

function spoken(cues: readonly TranscriptCue[], { speakers }: ExportOptions): readonly TranscriptCue[] {
  return speakers ? cues : cues.map((cue) => ({ ...cue, speaker: null }));
}

function prefixOf(transcript: Omit<ExportedTranscript, "name">, rules: SubtitleRules) {
  return (speaker: string) => speakerPrefix(speakerName(speaker, transcript), rules);
}

function wordsOf(segments: readonly TranscriptSegment[]): { words: SubtitleWord[]; segmentIds: string[] } {
  const words: SubtitleWord[] = [];
  const segmentIds: string[] = [];
  let last = "";
  for (const { id, speaker, words: spoken } of segments)
    for (const [index, { text, startMs, endMs, glued }] of spoken.entries()) {
      const spaceBefore = index === 0 ? !isUnspaced(last, text) : glued !== true;
      words.push({ text, startMs, endMs, spaceBefore, speaker });
      segmentIds.push(id);
      last = text;
    }
  return { words, segmentIds };
}
