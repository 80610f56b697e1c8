/** A save brings the changes of a transcript, not its text. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { editsSince, insertEdit, oldestRevision, saveRevision } from "../../store/recordings/edits.ts";
import type { SeenRecording, SpeakerNames } from "../../store/recordings/recordings.ts";
import { ChangeMismatch, type StoredChange, writeChange } from "../../store/recordings/segments.ts";
import type { RecordingDeps } from "../deps.ts";
import { findRecording, requireKeeping } from "../library/access.ts";
import { type LoggedEdit, readEdit, writeEdit } from "../segments/edit-log.ts";
import { fromStoredChange, toStoredChange, wordsIn } from "../segments/stored.ts";
import type { SavedTranscript, TranscriptSave } from "../wire.ts";
import { type OthersEdit, rebase } from "./rebase.ts";
import { requireSound } from "./sound-changes.ts";

/**
 * The very same save may come twice: what is there already changes nothing.
 * @returns what is there now, and whether this changed it.
 * @throws TiroError `recording_not_found`, `recording_access_required`, `history_unavailable`, `recording_not_ready`,
 *   `revision_conflict` where others changed the same words, `invalid_request` where the changes do not fit.
 */
export function saveTranscript(
  { db, clock }: Pick<RecordingDeps, "db" | "clock">,
  principal: Principal,
  id: string,
  save: TranscriptSave,
): { saved: SavedTranscript; recording: SeenRecording; isChanged: boolean } {
  requireSound(save.changes);
  return inTransaction(db, () => {
    const recording = findEditable(db, principal, id);
    const others = othersSince(db, recording, save.base_revision);
    const { changes, merged } = rebase(db, recording, save.changes.map(toStoredChange), others);
    const speakers = renamed(recording.speakers, save.speakers ?? {}, changes);
    const edit = { changes, speakers };
    const isChanged = changes.length > 0 || Object.keys(speakers).length > 0;
    const revision = isChanged
      ? storeEdit(db, recording, edit, { person: principal.userId, at: clock.now() })
      : recording.revision;
    const saved: SavedTranscript = {
      object: "saved_transcript",
      revision,
      merged: merged.map(fromStoredChange),
      speakers: named(Object.assign({}, ...others.map((other) => other.speakers)) as SpeakerNames),
    };
    return { saved, recording: { ...recording, revision }, isChanged };
  });
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

/**
 * Must run in a transaction.
 * @returns the new revision.
 * @throws TiroError `invalid_request` where the changes do not fit.
 */
export function storeEdit(
  db: Db,
  recording: SeenRecording,
  { changes, speakers }: LoggedEdit,
  { person, at }: { person: string | null; at: number },
): number {
  const { number } = recording;
  const inverses = written(db, number, changes);
  const before = Object.fromEntries(
    Object.keys(speakers).map((speaker) => [speaker, recording.speakers[speaker] ?? null]),
  );
  const revision = recording.revision + 1;
  const edit = {
    revision,
    person,
    at,
    changes: writeEdit({ changes, speakers }),
    inverses: writeEdit({ changes: inverses, speakers: before }),
  };
  insertEdit(db, number, edit, limits.revisionsKept);
  const words = (all: readonly StoredChange[]) => wordsIn(all.flatMap((change) => change.with));
  saveRevision(db, number, {
    revision,
    wordCount: recording.wordCount + words(changes) - words(inverses),
    speakers: { ...recording.speakers, ...speakers },
    at,
    indexDue: at + limits.indexPauseMs,
  });
  return revision;
}

/** Returns what takes all of it back, in the order in which it is to be done. */
function written(db: Db, recording: number, changes: readonly StoredChange[]): StoredChange[] {
  const inverses: StoredChange[] = [];
  try {
    for (const change of changes) inverses.unshift(writeChange(db, recording, change));
  } catch (error) {
    if (!(error instanceof ChangeMismatch)) throw error;
    throw new TiroError("invalid_request", `The changes do not fit the transcript: ${error.message}.`, {
      param: "changes",
      cause: error,
    });
  }
  return inverses;
}

/** @throws TiroError `revision_conflict` where it is not known any more what was changed since. */
function othersSince(db: Db, recording: SeenRecording, base: number): OthersEdit[] {
  const { revision, number } = recording;
  if (base === revision) return [];
  if (base < revision && base >= oldestRevision(db, recording))
    return editsSince(db, number, base).map(({ changes, inverses }) => ({
      ...readEdit(changes),
      inverses: readEdit(inverses).changes,
    }));
  throw new TiroError(
    "revision_conflict",
    `The transcript is revision ${revision} now, and not made from ${base} by changes that are kept: read it again.`,
    { param: "base_revision" },
  );
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
