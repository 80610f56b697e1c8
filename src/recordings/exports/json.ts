/** A transcript for programs, with everything that is known of it. tiro imports it again. */
import type { Slices } from "../../lib/slices.ts";
import { type TranscriptSegment, type TranscriptWord, textOf } from "../transcript-model/segments.ts";
import { type ExportedTranscript, type ExportOptions, speakerName } from "./exported-transcript.ts";

const SLICE_SEGMENTS = 50;

export function* jsonSlices(transcript: ExportedTranscript, { speakers }: ExportOptions): Slices<string> {
  const { name, language, durationMs, segments } = transcript;
  const ids = [...new Set(segments.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))];
  const head = JSON.stringify({
    name,
    language,
    duration: durationMs / 1000,
    ...(speakers ? { speakers: ids.map((id) => ({ id, name: transcript.speakers[id] ?? null })) } : {}),
  });
  const written: string[] = [];
  for (const [index, segment] of segments.entries()) {
    written.push(JSON.stringify(segmentJson(segment, transcript, speakers)));
    if (index % SLICE_SEGMENTS === SLICE_SEGMENTS - 1) yield;
  }
  return `${head.slice(0, -1)},"segments":[\n${written.join(",\n")}\n]}\n`;
}

function segmentJson(segment: TranscriptSegment, transcript: ExportedTranscript, isNamed: boolean) {
  const { id, speaker, startMs, endMs, words } = segment;
  return {
    id,
    ...(isNamed && speaker !== null ? { speaker, speaker_name: speakerName(speaker, transcript) } : {}),
    start: startMs / 1000,
    end: endMs / 1000,
    text: textOf(words),
    words: words.map(wordJson),
  };
}

function wordJson({ text, startMs, endMs, confidence, glued }: TranscriptWord) {
  return {
    word: text,
    start: startMs / 1000,
    end: endMs / 1000,
    ...(confidence === undefined ? {} : { confidence }),
    ...(glued ? { glued } : {}),
  };
}
