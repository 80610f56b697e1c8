/** The changes of a save, as the log keeps them: segments as they are stored, and names of speakers. */
import { type Slices, withoutPauses } from "../../lib/slices.ts";
import type { SpeakerNames } from "../../store/recordings/recordings.ts";
import type { StoredChange, StoredSegment } from "../../store/recordings/segments.ts";

export interface LoggedEdit {
  changes: readonly StoredChange[];
  /** By number. */
  speakers: SpeakerNames;
}

type LoggedSegment = [id: string, speaker: number | null, startMs: number, endMs: number, words: unknown];
type LoggedChange = [replace: readonly string[], after: string | null, segments: LoggedSegment[]];

export function writeEdit({ changes, speakers }: LoggedEdit): string {
  const logged = changes.map(
    ({ replace, after, with: segments }) =>
      `[${JSON.stringify(replace)},${JSON.stringify(after)},[${segments.map(toLogged)}]]`,
  );
  return `[[${logged}],${JSON.stringify(speakers)}]`;
}

export function readEdit(logged: string): LoggedEdit {
  return withoutPauses(readingEdit(logged));
}

export function* readingEdit(logged: string): Slices<LoggedEdit> {
  const [written, speakers] = JSON.parse(logged) as [LoggedChange[], SpeakerNames];
  const changes: StoredChange[] = [];
  for (const [replace, after, segments] of written) {
    yield;
    changes.push({ replace, after, with: segments.map(fromLogged) });
  }
  return { changes, speakers };
}

/** Its words are JSON already. */
function toLogged({ id, speaker, startMs, endMs, words }: StoredSegment): string {
  return `[${JSON.stringify([id, speaker, startMs, endMs]).slice(1, -1)},${words}]`;
}

/** Byte for byte: what was written by JSON is written by it as it was. */
function fromLogged([id, speaker, startMs, endMs, words]: LoggedSegment): StoredSegment {
  return { id, speaker, startMs, endMs, words: JSON.stringify(words) };
}
