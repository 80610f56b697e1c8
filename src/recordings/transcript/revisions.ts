/** Earlier revisions: the transcript as it is now, with the saves since taken back. */
import { setImmediate } from "node:timers/promises";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Slices } from "../../lib/slices.ts";
import { transact, whenWritable } from "../../store/database/write-lock.ts";
import { type Db, inSnapshot } from "../../store/db.ts";
import { type EditLine, editsBefore, inversesDown, oldestRevision } from "../../store/recordings/edits.ts";
import type { SeenRecording, SpeakerNames } from "../../store/recordings/recordings.ts";
import { type StoredChange, type StoredSegment, segmentsAfter } from "../../store/recordings/segments.ts";
import type { RecordingDeps } from "../deps.ts";
import { findRecording } from "../library/access.ts";
import { toSpeakers } from "../library/to-wire.ts";
import { differences } from "../segments/differences.ts";
import { type LoggedEdit, readEdit } from "../segments/edit-log.ts";
import { enterSaves } from "../segments/enter.ts";
import { inParts } from "../segments/parts.ts";
import { fromStored } from "../segments/stored.ts";
import type { RecordingTranscript, SavedTranscript, TranscriptRevisionList } from "../wire.ts";
import { untilNobodySaved } from "./overtaken.ts";
import type { TranscriptPage } from "./read.ts";
import { findEditable, savedTranscript, storeCounted } from "./save.ts";

type Needs = Pick<RecordingDeps, "db" | "cursors" | "clock">;

/** Newest first; the last one is as the transcript was made, or the oldest that is kept. */
export function listRevisions(
  { db, cursors }: Pick<Needs, "db" | "cursors">,
  principal: Principal,
  id: string,
  { cursor, limit }: TranscriptPage,
): TranscriptRevisionList {
  const scope = JSON.stringify(["revisions", principal.accountId, id]);
  const before = cursor === null ? Number.MAX_SAFE_INTEGER : (cursors.decode(scope, cursor) as number);
  enterSaves(db, findRecording(db, principal, id, "viewer").number);
  return inSnapshot(db, () => {
    const recording = findRecording(db, principal, id, "viewer");
    const edits = editsBefore(db, recording.number, before, limit + 1);
    const oldest = oldestRevision(db, recording);
    const first: EditLine = { revision: oldest, person: null, name: null, at: recording.createdAt };
    const found = edits.length <= limit && oldest < before ? [...edits, first] : edits;
    const { items, next } = cursors.page(scope, found, limit, ({ revision }) => revision);
    const data = items.map(({ at, ...line }) => ({ ...line, created_at: toIsoTime(at) }));
    return { object: "list", data, ...next };
  });
}

/** As a page of the transcript, of that revision. */
export async function readRevision(
  { db, cursors }: Needs,
  principal: Principal,
  id: string,
  { revision, cursor, limit }: TranscriptPage & { revision: number },
): Promise<RecordingTranscript> {
  const scope = JSON.stringify(["revision", principal.accountId, id, revision]);
  const from = cursor === null ? 0 : (cursors.decode(scope, cursor) as number);
  const { segments, speakers } = await transcriptAt(
    db,
    () => findRecording(db, principal, id, "viewer"),
    revision,
  );
  const next = segments.length > from + limit ? cursors.encode(scope, from + limit) : null;
  return {
    object: "recording_transcript",
    recording_id: id,
    revision,
    speakers: toSpeakers(speakers),
    data: segments.slice(from, from + limit).map(fromStored),
    has_more: next !== null,
    next_cursor: next,
  };
}

/**
 * A save like any other, which can be taken back too; several, one after another, if it changes very much.
 * @param onSaved is called after each of them; not at all if nothing is different.
 * @throws TiroError as `saveTranscript`; `revision_not_found`.
 */
export async function restoreRevision(
  deps: Pick<Needs, "db" | "clock">,
  principal: Principal,
  id: string,
  revision: number,
  onSaved: (recording: SeenRecording) => void,
): Promise<SavedTranscript> {
  const { db, clock } = deps;
  const find = () => findEditable(db, principal, id);
  const by = { person: principal.userId, at: clock.now() };
  let then: Version | null = null;
  return untilNobodySaved(async () => {
    // Read once: each save, its own too, may be the one after which the oldest revision is forgotten.
    const found = await transcriptAt(db, find, then ? find().revision : revision);
    then ??= found;
    let now = found.now.revision;
    for (const edit of restoring(found.now, then)) {
      const saved = await transact(db, () => {
        const recording = find();
        return recording.revision === now
          ? { ...recording, revision: storeCounted(deps, principal, recording, edit, by) }
          : null;
      });
      if (saved === null) return null;
      onSaved(saved);
      now = saved.revision;
      await setImmediate();
    }
    return savedTranscript(now);
  });
}

/** The saves that make it what it was then: none if it is. */
function* restoring(now: Version, { segments, speakers }: Version): Generator<LoggedEdit> {
  const renamed = Object.entries(now.speakers).filter(
    ([number, name]) => (speakers[number] ?? null) !== name,
  );
  let names = Object.fromEntries(renamed.map(([number]) => [number, speakers[number] ?? null]));
  for (const changes of inParts(differences(now.segments, segments, isSame))) {
    yield { changes, speakers: names };
    names = {};
  }
  if (Object.keys(names).length > 0) yield { changes: [], speakers: names };
}

interface Version {
  segments: readonly StoredSegment[];
  speakers: SpeakerNames;
}

interface Then extends Version {
  now: Version & { revision: number };
}

/** @throws TiroError `revision_not_found`; `revision_conflict` if others save all the time. */
function transcriptAt(db: Db, find: () => SeenRecording, revision: number): Promise<Then> {
  return untilNobodySaved(async () => {
    const { number, revision: now } = find();
    await whenWritable(db, () => enterSaves(db, number));
    const then = await inTurns(rolledBack(db, find, number, revision), limits.transcriptTurnMs);
    // Read in pieces: what was saved meanwhile could be in some of them.
    return find().revision === now ? then : null;
  });
}

function* rolledBack(db: Db, find: () => SeenRecording, recording: number, revision: number): Slices<Then> {
  const found = find();
  if (revision > found.revision || revision < oldestRevision(db, found))
    throw new TiroError("revision_not_found", "There is no such revision, or it is kept no longer.");
  const now: StoredSegment[] = [];
  for (let position = 0; ; ) {
    const some = segmentsAfter(db, recording, position, limits.segmentsExportedAtOnce);
    for (const { position: at, ...segment } of some) {
      now.push(segment);
      position = at;
    }
    if (some.length < limits.segmentsExportedAtOnce) break;
    yield;
  }
  const segments = [...now];
  let speakers = found.speakers;
  for (let before = found.revision; before > revision; ) {
    const edits = inversesDown(db, { recording, after: revision, before, limit: limits.editsReadAtOnce });
    for (const { inverses } of edits) {
      const edit = readEdit(inverses);
      for (const change of edit.changes) takeBack(segments, change);
      speakers = { ...speakers, ...edit.speakers };
      yield;
    }
    before = (edits.at(-1)?.revision ?? revision + 1) - 1;
  }
  return { segments, speakers, now: { ...found, segments: now } };
}

function takeBack(segments: StoredSegment[], { replace, after, with: restored }: StoredChange): void {
  const first = replace[0] ?? after;
  const place = first === null ? 0 : segments.findIndex(({ id }) => id === first);
  segments.splice(replace.length === 0 && first !== null ? place + 1 : place, replace.length, ...restored);
}

function isSame(one: StoredSegment, other: StoredSegment): boolean {
  const { id, speaker, startMs, endMs, words } = one;
  return (
    id === other.id &&
    speaker === other.speaker &&
    startMs === other.startMs &&
    endMs === other.endMs &&
    words === other.words
  );
}
