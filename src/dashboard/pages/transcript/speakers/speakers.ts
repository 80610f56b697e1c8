/** Who speaks in a transcript, in the order of their numbers, and how long. */
import type { TranscriptSegment } from "../../../../recordings/transcript-model/segments.ts";
import { speakerNumber } from "../editing/acts.ts";
import type { TranscriptDocument } from "../editing/document.ts";

export interface SpeakerFacts {
  id: string;
  name: string | null;
  spokenMs: number;
}

const CLIPS = 3;
const CLIP_MS = 6_000;

/** Reads the signals of the document: its readers are drawn again. */
export function speakersOf({ settled, names }: TranscriptDocument): SpeakerFacts[] {
  const spoken = new Map<string, number>(Object.keys(names.value).map((id) => [id, 0]));
  for (const { speaker, startMs, endMs } of settled.value)
    if (speaker !== null) spoken.set(speaker, (spoken.get(speaker) ?? 0) + endMs - startMs);
  return [...spoken]
    .map(([id, spokenMs]) => ({ id, spokenMs, name: names.value[id] ?? null }))
    .filter(({ spokenMs, name }) => spokenMs > 0 || name !== null)
    .sort((a, b) => speakerNumber(a.id) - speakerNumber(b.id));
}

/** The longest that they say without a pause, from all over the recording. */
export function clipsOf(segments: readonly TranscriptSegment[], speaker: string) {
  return segments
    .filter((each) => each.speaker === speaker)
    .sort((a, b) => b.endMs - b.startMs - (a.endMs - a.startMs))
    .slice(0, CLIPS)
    .sort((a, b) => a.startMs - b.startMs)
    .map(({ startMs, endMs }) => ({ fromMs: startMs, toMs: Math.min(endMs, startMs + CLIP_MS) }));
}
