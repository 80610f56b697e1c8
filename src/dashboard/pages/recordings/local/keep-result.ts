/** A result that the server does not keep, as a recording of this browser. */
import {
  cutIntoRuns,
  inOrder,
  segmentOf,
  type TranscriptSegment,
  type TranscriptWord,
} from "../../../../recordings/transcript-model/segments.ts";
import type { Schemas } from "../../../client/api.ts";
import { keepLocal, type LocalSpeaker } from "../../../client/local-recordings.ts";

type Result = Schemas["VerboseTranscription"] | Schemas["DiarizedTranscription"];

/** @returns whether it is kept: a browser may have no place for it, or no key. */
export async function keepResult(sound: File, name: string, result: Result): Promise<boolean> {
  const speakers: LocalSpeaker[] =
    "speakers" in result ? result.speakers.map((id) => ({ id, name: null })) : [];
  const facts = { name, language: result.language, durationSeconds: result.duration };
  try {
    await keepLocal(facts, sound, { speakers, segments: segmentsOf(result) });
    return true;
  } catch (error) {
    console.info("the recording is kept in this tab alone:", error);
    return false;
  }
}

function segmentsOf(result: Result): TranscriptSegment[] {
  const turns =
    "utterances" in result
      ? result.utterances.map(({ speaker, words }) => ({ speaker, words: words.map(wordOf) }))
      : result.segments.map((segment) => ({ speaker: null, words: spread(segment) }));
  let count = 0;
  return turns.flatMap(({ speaker, words }) =>
    cutIntoRuns(inOrder(words)).map((run) => segmentOf((count++).toString(36), speaker, run)),
  );
}

function wordOf({ word, start, end }: { word: string; start: number; end: number }): TranscriptWord {
  return { text: word.trim(), startMs: Math.round(start * 1000), endMs: Math.round(end * 1000) };
}

/** The times of words where only those of their segment are known: by their lengths. */
function spread({ text, start, end }: { text: string; start: number; end: number }): TranscriptWord[] {
  const words = text.split(/\s+/).filter(Boolean);
  const chars = words.reduce((sum, { length }) => sum + length, 0);
  let before = 0;
  return words.map((word) => {
    const at = (share: number) => Math.round((start + (share / chars) * (end - start)) * 1000);
    const startMs = at(before);
    before += word.length;
    return { text: word, startMs, endMs: at(before) };
  });
}
