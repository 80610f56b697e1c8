import { type Db, perDatabase } from "../db.ts";

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

const statements = perDatabase((db) => ({
  put: db.prepare<[WatchedFile & { nowMs: number }]>(
    `INSERT OR REPLACE INTO watched_files (place, folder, sha256, version, job_id, state, updated_at)
     VALUES (@place, @folder, @sha256, @version, @jobId, @state, @nowMs)`,
  ),
  byPlace: db.prepare<[Uint8Array], WatchedFile>(`SELECT ${COLUMNS} FROM watched_files WHERE place = ?`),
  placesOf: db
    .prepare<[Uint8Array, number], Buffer>(
      "SELECT place FROM watched_files WHERE folder = ? AND state = 'done' AND updated_at < ?",
    )
    .pluck(),
  delete: db.prepare<[Uint8Array]>("DELETE FROM watched_files WHERE place = ?"),
}));

/** Replaces what was known of the place. */
export function putWatchedFile(db: Db, file: WatchedFile, nowMs: number): void {
  statements(db).put.run({ ...file, nowMs });
}

export function watchedFile(db: Db, place: Uint8Array): WatchedFile | null {
  return statements(db).byPlace.get(place) ?? null;
}

/** Of files that were done before that time. */
export function placesDoneBefore(db: Db, folder: Uint8Array, beforeMs: number): Buffer[] {
  return statements(db).placesOf.all(folder, beforeMs);
}

export function forgetWatchedFile(db: Db, place: Uint8Array): void {
  statements(db).delete.run(place);
}
