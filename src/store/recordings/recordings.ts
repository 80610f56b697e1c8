import { isId } from "../../lib/ids.ts";
import { type Db, perDatabase } from "../db.ts";
import { rowAs, rowsAs, values } from "../statements.ts";
import { ACCESS, type Access } from "./access.ts";
import { ownerNumber, type Viewer, viewerNumbers } from "./owners.ts";
import { OF_SAVES } from "./saves.ts";

export const RECORDING_STATES = ["waiting", "recognizing", "ready", "failed", "cancelled"] as const;
export type RecordingState = (typeof RECORDING_STATES)[number];
export const RECORDING_SOURCES = ["upload", "import", "job", "live"] as const;
export type RecordingSource = (typeof RECORDING_SOURCES)[number];

/** Times are milliseconds since the epoch. */
export interface NewRecording {
  id: string;
  /** Whose it is: `usr_…`, or `org_…` of an organization's key. */
  accountId: string;
  name: string;
  tags: readonly string[];
  /** By number. */
  folder: number | null;
  language: string | null;
  durationMs: number | null;
  state: RecordingState;
  source: RecordingSource;
  jobId: string | null;
  createdAt: number;
}

export interface Recording extends Omit<NewRecording, "accountId"> {
  /** Grows from one to the next. */
  number: number;
  /** Of the two one is null. */
  personId: string | null;
  organizationId: string | null;
  archived: boolean;
  errorCode: string | null;
  errorMessage: string | null;
  /** Names, by the number of the speaker. */
  speakers: SpeakerNames;
  wordCount: number;
  revision: number;
  updatedAt: number;
  audio: { kind: "audio" | "video"; contentType: string; bytes: number; keptUntil: number } | null;
}

export type SpeakerNames = Record<string, string | null>;

/** As somebody sees it. */
export interface SeenRecording extends Recording {
  access: Access;
  /** Null also if they do not see the folder. */
  folderId: string | null;
}

type Row = Omit<Recording, "id" | "tags" | "archived" | "speakers" | "audio"> & {
  id: Uint8Array;
  tags: string;
  archived: 0 | 1;
  speakers: string;
  kind: "audio" | "video" | null;
  contentType: string;
  bytes: number;
  keptUntil: number;
};
export type SeenRow = Row & { access: Access; folderId: Uint8Array | null };

const COLUMNS = `recordings.number, recordings.id, recordings.name, recordings.tags, recordings.folder,
  recordings.language, recordings.duration_ms AS durationMs, recordings.state, recordings.source,
  recordings.job_id AS jobId, recordings.created_at AS createdAt,
  max(recordings.updated_at, coalesce((SELECT max(at) ${OF_SAVES}), 0)) AS updatedAt,
  owners.user_id AS personId, owners.organization_id AS organizationId, recordings.archived,
  recordings.error_code AS errorCode, recordings.error_message AS errorMessage, recordings.speakers,
  recordings.word_count + (SELECT coalesce(sum(words), 0) ${OF_SAVES}) AS wordCount,
  recordings.revision + (SELECT count(*) ${OF_SAVES}) AS revision,
  audio.kind, audio.content_type AS contentType, audio.bytes, audio.kept_until AS keptUntil`;
const JOINS = `JOIN recording_owners AS owners ON owners.number = recordings.owner
  LEFT JOIN recording_audio AS audio ON audio.recording = recordings.number`;

/** Of a viewer's recordings, with what they may do. */
export const SEEN_COLUMNS = `${COLUMNS}, ${ACCESS} AS access,
  (SELECT folders.id FROM recording_folders AS folders
   WHERE folders.number = recordings.folder
     AND (recordings.owner = @owner OR folders.owner = @owner
       OR EXISTS (SELECT 1 FROM recording_shares WHERE folder = folders.number AND user_id = @userId))) AS folderId`;
export const SEEN_JOINS = JOINS;

const statements = perDatabase((db) => ({
  insert: db.prepare<[Record<string, unknown>]>(
    `INSERT INTO recordings (id, owner, folder, name, tags, language, duration_ms, state, source, job_id, created_at,
       updated_at, index_due)
     VALUES (@id, @owner, @folder, @name, @tags, @language, @durationMs, @state, @source, @jobId, @createdAt,
       @createdAt, @createdAt)`,
  ),
  seen: db.prepare<[{ owner: number; userId: string | null; id: Uint8Array }], SeenRow>(
    `SELECT ${SEEN_COLUMNS} FROM recordings ${JOINS} WHERE recordings.id = @id AND erased = 0`,
  ),
  change: db.prepare<[Record<string, unknown>]>(
    `UPDATE recordings SET name = @name, tags = @tags, folder = @folder, archived = @archived, language = @language,
       updated_at = @nowMs, index_due = @nowMs
     WHERE number = @number`,
  ),
  setState: db.prepare<[Record<string, unknown>]>(
    `UPDATE recordings SET state = @state, job_id = @jobId, duration_ms = @durationMs, language = @language,
       error_code = @errorCode, error_message = @errorMessage, updated_at = @nowMs
     WHERE number = @number`,
  ),
}));

/** Must run in a transaction. Returns its number. */
export function insertRecording(db: Db, recording: NewRecording): number {
  const { id, accountId, tags, ...rest } = recording;
  const owner = ownerNumber(db, { accountId });
  const { lastInsertRowid } = statements(db).insert.run({
    ...rest,
    id: bytesOfRecording(id),
    owner,
    tags: JSON.stringify(tags),
  });
  return Number(lastInsertRowid);
}

/** Null also if the viewer may not see it. */
export function recordingById(db: Db, viewer: Viewer, id: string): SeenRecording | null {
  if (!isId("rec", id)) return null;
  const row = statements(db).seen.get({ ...viewerNumbers(db, viewer), id: bytesOfRecording(id) });
  return row === undefined || row.access === null ? null : toSeen(row);
}

/** For any owner. */
export const recordingByNumber = rowAs<[number: number], Row, Recording>(
  `SELECT ${COLUMNS} FROM recordings ${JOINS} WHERE recordings.number = ? AND erased = 0`,
  fromRow,
);

/** Of a transcription that makes, or made, their words. */
export const recordingsOfJob = rowsAs<[jobId: string], Row, Recording>(
  `SELECT ${COLUMNS} FROM recordings ${JOINS} WHERE recordings.job_id = ? AND erased = 0`,
  fromRow,
);

export type RecordingChange = Partial<Pick<Recording, "name" | "tags" | "folder" | "archived" | "language">>;

export function changeRecording(db: Db, recording: Recording, change: RecordingChange, nowMs: number): void {
  const { number, name, tags, folder, archived, language } = { ...recording, ...change };
  statements(db).change.run({
    ...{ number, name, folder, language, nowMs },
    tags: JSON.stringify(tags),
    archived: Number(archived),
  });
}

export interface RecordingProgress {
  state: RecordingState;
  jobId?: string | null;
  durationMs?: number | null;
  language?: string | null;
  /** Null, as where it is left out: there is none any more. */
  errorCode?: string | null;
  errorMessage?: string | null;
}

/** How its recognition goes. Fields that are left out stay, but for an error. */
export function setRecordingState(
  db: Db,
  recording: Recording,
  progress: RecordingProgress,
  nowMs: number,
): void {
  const { number, jobId, durationMs, language } = recording;
  statements(db).setState.run({
    ...{ number, jobId, durationMs, language, errorCode: null, errorMessage: null },
    ...progress,
    nowMs,
  });
}

/** Accounts that see it: they are notified of changes. */
export const audienceOf = values<[number: number], string>(
  `SELECT coalesce(owners.user_id, owners.organization_id)
     FROM recordings JOIN recording_owners AS owners ON owners.number = recordings.owner
     WHERE recordings.number = ?1
     UNION SELECT user_id FROM recording_shares WHERE recording = ?1
     UNION SELECT user_id FROM recordings JOIN recording_shares ON recording_shares.folder = recordings.folder
       WHERE recordings.number = ?1
     UNION SELECT coalesce(keepers.user_id, keepers.organization_id)
       FROM recordings JOIN recording_folders ON recording_folders.number = recordings.folder
       JOIN recording_owners AS keepers ON keepers.number = recording_folders.owner
       WHERE recordings.number = ?1`,
);

function bytesOfRecording(id: string): Buffer {
  return Buffer.from(id.slice("rec_".length), "hex");
}

export function toSeen(row: SeenRow): SeenRecording {
  const { access, folderId } = row;
  return {
    ...fromRow(row),
    access,
    folderId: folderId && `fld_${Buffer.from(folderId).toString("hex")}`,
  };
}

function fromRow({ kind, contentType, bytes, keptUntil, ...row }: Row): Recording {
  return {
    ...row,
    id: `rec_${Buffer.from(row.id).toString("hex")}`,
    tags: JSON.parse(row.tags) as string[],
    archived: row.archived === 1,
    speakers: JSON.parse(row.speakers) as SpeakerNames,
    audio: kind && { kind, contentType, bytes, keptUntil },
  };
}
