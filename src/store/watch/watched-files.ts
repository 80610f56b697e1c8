import { change, row, rows } from "../statements.ts";

/** `written`: its result lies beside it, and what becomes of the original is still to be done. */
export type WatchedState = "taken" | "written" | "done";

export interface WatchedFile {
  /** SHA-256 of folder and name. */
  place: Uint8Array;
  folder: Uint8Array;
  sha256: string;
  version: string;
  jobId: string;
  state: WatchedState;
}

const COLUMNS = "place, folder, sha256, version, job_id AS jobId, state";

/** Replaces what was known of the place. */
export const putWatchedFile = change<[file: WatchedFile, nowMs: number]>(
  `INSERT OR REPLACE INTO watched_files (place, folder, sha256, version, job_id, state, updated_at)
   VALUES (@place, @folder, @sha256, @version, @jobId, @state, @nowMs)`,
  (file, nowMs) => ({ ...file, nowMs }),
);

export const watchedFile = row<[place: Uint8Array], WatchedFile>(
  `SELECT ${COLUMNS} FROM watched_files WHERE place = ?`,
);

export interface PlacesAsked {
  folder: Uint8Array;
  before: number;
  /** The place after which to continue. */
  after: Uint8Array;
  limit: number;
}

/** The next places of all folders, in their order, and whether each is of the folder and was done before that time. */
export const nextPlaces = rows<[asked: PlacesAsked], { place: Buffer; isDone: number }>(
  // Page by page of the whole table: the rows of one folder may lie far apart.
  `SELECT place, folder = @folder AND state = 'done' AND updated_at < @before AS isDone FROM watched_files
   WHERE place > @after ORDER BY place LIMIT @limit`,
);

export const forgetWatchedFile = change<[place: Uint8Array]>("DELETE FROM watched_files WHERE place = ?");
