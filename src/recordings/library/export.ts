/** A person's own recordings with their words, as JSON in pieces: their length is not bounded by memory. */
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import type { Db } from "../../store/db.ts";
import { foldersOf } from "../../store/recordings/folders.ts";
import { listRecordings } from "../../store/recordings/list.ts";
import type { SeenRecording } from "../../store/recordings/recordings.ts";
import { segmentsAfter } from "../../store/recordings/segments.ts";
import { fromStored } from "../segments/stored.ts";
import { toSpeakers } from "./to-wire.ts";

const EVERYTHING = { folder: null, tag: null, archived: null, state: null, whose: "own" } as const;

/** An array, newest first. Sound is not in it. */
export function* exportRecordings(db: Db, userId: string): Generator<string> {
  const viewer = { accountId: userId };
  const folders = new Map(foldersOf(db, viewer).map(({ number, name }) => [number, name]));
  let separator = "\n";
  yield "[";
  for (let before: number | null = null; ; ) {
    const page: SeenRecording[] = listRecordings(db, viewer, EVERYTHING, before, limits.pageSizeMax);
    for (const recording of page) {
      yield separator;
      yield* exportOne(db, recording, folders.get(recording.folder ?? 0) ?? null);
      separator = ",\n";
      before = recording.number;
    }
    if (page.length < limits.pageSizeMax) break;
  }
  yield "\n]";
}

function* exportOne(db: Db, recording: SeenRecording, folder: string | null): Generator<string> {
  const { number, id, name, tags, archived, language, durationMs, state, source, revision } = recording;
  const facts = {
    id,
    name,
    created_at: toIsoTime(recording.createdAt),
    updated_at: toIsoTime(recording.updatedAt),
    folder,
    tags,
    archived,
    language,
    duration_seconds: durationMs === null ? null : durationMs / 1000,
    state,
    source,
    revision,
    speakers: toSpeakers(recording.speakers),
  };
  yield `${JSON.stringify(facts).slice(0, -1)},"segments":[`;
  let separator = "";
  for (let position = 0; ; ) {
    const page = segmentsAfter(db, number, position, limits.segmentsExportedAtOnce);
    for (const segment of page) {
      yield `${separator}${JSON.stringify(fromStored(segment))}`;
      separator = ",\n";
      position = segment.position;
    }
    if (page.length < limits.segmentsExportedAtOnce) break;
  }
  yield "]}";
}
