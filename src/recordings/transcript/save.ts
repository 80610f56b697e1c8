/** A save brings the changes of a transcript, not its text. */
import type { Principal } from "../../accounts/authentication/principal.ts";
import { TiroError } from "../../lib/errors.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { editsSince, oldestRevision } from "../../store/recordings/edits.ts";
import type { SeenRecording, SpeakerNames } from "../../store/recordings/recordings.ts";
import type { StoredChange } from "../../store/recordings/segments.ts";
import type { RecordingDeps } from "../deps.ts";
import { findRecording, requireKeeping } from "../library/access.ts";
import { readEdit } from "../segments/edit-log.ts";
import { enterSaves, storeEdit } from "../segments/enter.ts";
import { fromStoredChange, toStoredChange } from "../segments/stored.ts";
import type { SavedTranscript, TranscriptSave } from "../wire.ts";
import { type OthersEdit, rebase } from "./rebase.ts";
import { saveWords } from "./save-words.ts";
import { requireSound } from "./sound-changes.ts";

/** @throws TiroError `invalid_request` if words are out of order, or one save holds too much. */
export function readSave({ changes, ...save }: TranscriptSave): StoredSave {
  requireSound(changes);
  return { ...save, changes: changes.map(toStoredChange) };
}

type StoredSave = Pick<TranscriptSave, "base_revision" | "speakers"> & { changes: readonly StoredChange[] };

/**
 * The very same save may come twice: the second changes nothing.
 * @returns what is there now, and whether this changed it.
 * @throws TiroError `recording_not_found`, `recording_access_required`, `history_unavailable`, `recording_not_ready`,
 *   `revision_conflict` if others changed the same words, `invalid_request` if the changes do not fit.
 */
export function saveTranscript(
  { db, clock }: Pick<RecordingDeps, "db" | "clock">,
  principal: Principal,
  id: string,
  save: StoredSave,
): { saved: SavedTranscript; recording: SeenRecording; isChanged: boolean } {
  return inTransaction(db, () => {
    const recording = findEditable(db, principal, id);
    const by = { person: principal.userId, at: clock.now() };
    const isWords =
      save.base_revision === recording.revision && Object.keys(save.speakers ?? {}).length === 0;
    const revision = isWords ? saveWords(db, recording, save.changes, by) : null;
    if (revision !== null)
      return { saved: savedTranscript(revision), recording: { ...recording, revision }, isChanged: true };
    enterSaves(db, recording.number);
    return saveAll(db, recording, save, by);
  });
}

function saveAll(
  db: Db,
  recording: SeenRecording,
  save: StoredSave,
  by: { person: string | null; at: number },
): { saved: SavedTranscript; recording: SeenRecording; isChanged: boolean } {
  const others = othersSince(db, recording, save.base_revision);
  const { changes, merged } = rebase(db, recording, save.changes, others);
  const speakers = renamed(recording.speakers, save.speakers ?? {}, changes);
  const isChanged = changes.length > 0 || Object.keys(speakers).length > 0;
  const revision = isChanged ? storeEdit(db, recording, { changes, speakers }, by) : recording.revision;
  const names = Object.assign({}, ...others.map((other) => other.speakers)) as SpeakerNames;
  const saved = {
    ...savedTranscript(revision),
    merged: merged.map(fromStoredChange),
    speakers: named(names),
  };
  return { saved, recording: { ...recording, revision }, isChanged };
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
