/** Segments in which words are found, for any use. */
import { limits } from "../../config/limits.ts";
import type { Db } from "../../store/db.ts";
import type { Viewer } from "../../store/recordings/owners.ts";
import type { SeenRecording } from "../../store/recordings/recordings.ts";
import type { PlacedSegment } from "../../store/recordings/segments.ts";
import { foundRecording, searchSlices } from "../../store/recordings/slices.ts";
import { textOfWords } from "../segments/stored.ts";
import { sliceFrom, startOfWordAt } from "./match.ts";

export interface Passage {
  recording: SeenRecording;
  segmentId: string;
  text: string;
  /** When the word is said in which this character stands. */
  startSecondsAt: (character: number) => number;
}

/** Of the newest recordings that the viewer sees, by the index: edits of the last moment may be missing. */
export function* passagesWith(db: Db, viewer: Viewer, tokens: readonly string[]): Generator<Passage> {
  // The search is over before others get a turn.
  const hits = [
    ...searchSlices(db, viewer, tokens, { before: null, sharers: limits.searchedOwners }).take(
      limits.previewTexts,
    ),
  ];
  for (const { recording: number, segment } of hits) {
    const recording = segment === null ? null : foundRecording(db, viewer, number);
    if (recording === null || segment === null) continue;
    for (const each of sliceFrom(db, number, segment)) yield passageOf(recording, each);
  }
}

function passageOf(recording: SeenRecording, segment: PlacedSegment): Passage {
  return {
    recording,
    segmentId: segment.id,
    text: textOfWords(segment.words).normalize("NFC"),
    startSecondsAt: (character) => startOfWordAt(segment, character),
  };
}
