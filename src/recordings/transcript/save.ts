/** A save brings the changes of a transcript, not its text. */
import { countText } from "../../accounts/audit/daily-changes.ts";
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { inTurns } from "../../lib/in-turns.ts";
import type { Slices } from "../../lib/slices.ts";
import { transact, whenWritable } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import { editOf, oldestRevision } from "../../store/recordings/edits.ts";
import type { SeenRecording, SpeakerNames } from "../../store/recordings/recordings.ts";
import type { StoredChange } from "../../store/recordings/segments.ts";
import type { RecordingDeps } from "../deps.ts";
import { findRecording, requireKeeping } from "../library/access.ts";
import { type LoggedEdit, readingEdit } from "../segments/edit-log.ts";
import { type By, enterSaves, storeEdit } from "../segments/enter.ts";
import { fromStoredChange, toStoredChange } from "../segments/stored.ts";
import type { SavedTranscript, TranscriptSave } from "../wire.ts";
import { untilNobodySaved } from "./overtaken.ts";
import { type OthersEdit, rebasing } from "./rebase.ts";
import { saveWords } from "./save-words.ts";
import { requireSound } from "./sound-changes.ts";

type StoredSave = Pick<TranscriptSave, "base_revision" | "speakers"> & { changes: StoredChange[] };

interface Stored {
  saved: SavedTranscript;
  recording: SeenRecording;
  isChanged: boolean;
}

/**
 * The very same save may come twice: the second changes nothing. The largest, and what others made meanwhile, are read and
 * merged in steps, beside the transaction that stores the result.
 * @returns what is there now, and whether this changed it.
 * @throws TiroError `recording_not_found`, `recording_access_required`, `history_unavailable`, `recording_not_ready`,
 *   `revision_conflict` if others changed the same words or save all the time, `invalid_request` if the changes do not fit,
 *   words are out of order, or one save holds too much.
 */
export async function saveTranscript(
  deps: Pick<RecordingDeps, "db" | "clock">,
  principal: Principal,
  id: string,
  asked: TranscriptSave,
): Promise<Stored> {
  const { db, clock } = deps;
  const save = await inTurns(readSave(asked), limits.transcriptTurnMs);
  const by = { person: principal.userId, at: clock.now() };
  const find = () => findEditable(db, principal, id);
  const words = await transact(db, () => storeWords(db, find(), save, by));
  if (words !== null) return words;
  return untilNobodySaved(async () => {
    const before = await whenWritable(db, () => {
      enterSaves(db, find().number);
      return find();
    });
    const isAsBefore = () => find().revision === before.revision;
    const prepared = await inTurns(preparing(db, before, save), limits.transcriptTurnMs).catch((error) => {
      // Read in pieces: what was saved meanwhile could be in some of them.
      if (isAsBefore()) throw error;
      return null;
    });
    return transact(db, () =>
      prepared !== null && isAsBefore() ? storePrepared(deps, principal, find(), prepared, by) : null,
    );
  });
}

function* readSave({ changes, ...save }: TranscriptSave): Slices<StoredSave> {
  requireSound(changes);
  const read: StoredSave = { ...save, changes: [] };
  for (const change of changes) {
    yield;
    read.changes.push(toStoredChange(change));
  }
  return read;
}

/** Null if it is more than words, or was made from an older revision. */
function storeWords(
  db: Db,
  recording: SeenRecording,
  { base_revision, speakers = {}, changes }: StoredSave,
  by: By,
): Stored | null {
  if (base_revision !== recording.revision || Object.keys(speakers).length > 0) return null;
  const revision = saveWords(db, recording, changes, by);
  if (revision === null) return null;
  return { saved: savedTranscript(revision), recording: { ...recording, revision }, isChanged: true };
}

interface Prepared {
  edit: LoggedEdit;
  answer: Omit<SavedTranscript, "revision">;
}

function* preparing(db: Db, recording: SeenRecording, save: StoredSave): Slices<Prepared> {
  const others = yield* othersSince(db, recording, save.base_revision);
  const { changes, merged } = yield* rebasing(db, recording, save.changes, others);
  const names = Object.assign({}, ...others.map((other) => other.speakers)) as SpeakerNames;
  const answer: Prepared["answer"] = { ...savedTranscript(0), speakers: named(names) };
  for (const change of merged) {
    yield;
    answer.merged.push(fromStoredChange(change));
  }
  return { edit: { changes, speakers: renamed(recording.speakers, save.speakers ?? {}, changes) }, answer };
}

function storePrepared(
  deps: Pick<RecordingDeps, "db" | "clock">,
  principal: Principal,
  recording: SeenRecording,
  { edit, answer }: Prepared,
  by: By,
): Stored {
  const isChanged = edit.changes.length > 0 || Object.keys(edit.speakers).length > 0;
  const revision = isChanged ? storeCounted(deps, principal, recording, edit, by) : recording.revision;
  return { saved: { ...answer, revision }, recording: { ...recording, revision }, isChanged };
}

/**
 * `storeEdit` by somebody, whose text of a day is bounded. @returns the new revision.
 * @throws TiroError as `storeEdit`; `rate_limit_exceeded`.
 */
export function storeCounted(
  deps: Pick<RecordingDeps, "db" | "clock">,
  principal: Principal,
  recording: SeenRecording,
  edit: LoggedEdit,
  by: By,
): number {
  const { revision, chars } = storeEdit(deps.db, recording, edit, by);
  countText(deps, principal, chars);
  return revision;
}

export function savedTranscript(revision: number): SavedTranscript {
  return { object: "saved_transcript", revision, merged: [], speakers: {} };
}

/** @throws TiroError as `saveTranscript`. */
export function findEditable(db: Db, principal: Principal, id: string): SeenRecording {
  requireKeeping(db, principal);
  const recording = findRecording(db, principal, id, "editor");
  if (recording.state === "ready") return recording;
  throw new TiroError(
    "recording_not_ready",
    "The recording has no transcript yet, or its recognition failed.",
  );
}

/** @throws TiroError `revision_conflict` if it is not known any more what was changed since. */
function* othersSince(db: Db, recording: SeenRecording, base: number): Slices<OthersEdit[]> {
  const { revision, number } = recording;
  if (base > revision || (base < revision && base < oldestRevision(db, recording)))
    throw new TiroError(
      "revision_conflict",
      `The transcript is revision ${revision} now, and not made from ${base} by changes that are kept: read it again.`,
      { param: "base_revision" },
    );
  const others: OthersEdit[] = [];
  for (let at = base + 1; at <= revision; at += 1) {
    const edit = editOf(db, number, at);
    if (edit === null) throw new Error(`There is no edit ${at} of a recording of revision ${revision}.`);
    const made = yield* readingEdit(edit.changes);
    yield;
    others.push({ ...made, inverses: (yield* readingEdit(edit.inverses)).changes });
    yield;
  }
  return others;
}

/** Names that become others, and speakers who speak for the first time. */
function renamed(
  before: SpeakerNames,
  names: Readonly<Record<string, string | null>>,
  changes: readonly StoredChange[],
): SpeakerNames {
  const speakers: SpeakerNames = {};
  for (const segment of changes.flatMap((change) => change.with))
    if (segment.speaker !== null && !(segment.speaker in before)) speakers[segment.speaker] = null;
  for (const [id, name] of Object.entries(names)) {
    const number = id.slice("spk_".length);
    if (before[number] === undefined || before[number] !== name) speakers[number] = name;
  }
  return speakers;
}

function named(speakers: SpeakerNames): SavedTranscript["speakers"] {
  return Object.fromEntries(Object.entries(speakers).map(([number, name]) => [`spk_${number}`, name]));
}
