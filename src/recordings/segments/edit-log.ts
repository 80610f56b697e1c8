/** The changes of a save, as the log keeps them: segments as they are stored, and names of speakers. */
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
  return JSON.stringify([
    changes.map(({ replace, after, with: segments }) => [replace, after, segments.map(toLogged)]),
    speakers,
  ]);
}

export function readEdit(logged: string): LoggedEdit {
  const [changes, speakers] = JSON.parse(logged) as [LoggedChange[], SpeakerNames];
  return {
    changes: changes.map(([replace, after, segments]) => ({
      replace,
      after,
      with: segments.map(fromLogged),
    })),
    speakers,
  };
}

function toLogged({ id, speaker, startMs, endMs, words }: StoredSegment): LoggedSegment {
  return [id, speaker, startMs, endMs, JSON.parse(words)];
}

/** Byte for byte: what was written by JSON is written by it as it was. */
function fromLogged([id, speaker, startMs, endMs, words]: LoggedSegment): StoredSegment {
  return { id, speaker, startMs, endMs, words: JSON.stringify(words) };
}
