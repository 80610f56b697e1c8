import { closeSync, linkSync, openSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../config/limits.ts";
import { createPrivateFile } from "../data-folder/data-folder.ts";
import type { Db } from "../db.ts";
import { openingError } from "../errors.ts";
import { openCopy, openExisting } from "./open-existing.ts";

/** An upload that an unfinished job needs: open, and so readable also after it is removed. */
export interface SnapshotUpload {
  name: string;
  fd: number;
}

/** One state of a data folder, unaffected by what a server does afterwards. */
export interface Snapshot {
  /** Reads that state, and must not write. */
  db: Db;
  uploads: SnapshotUpload[];
  /** Uploads that unfinished jobs need and that are not there. */
  missingUploads: number;
  /**
   * The sound of recordings, by the names of their files. Each gets a second name in the folder: it stays readable there when a
   * server removes it, and nothing need be open or copied. Call it before `copyDatabase`.
   * @throws the file system's errors.
   */
  linkSounds(into: string): string[];
  /**
   * Ends the reading through `db`.
   * @param to made, readable for this user alone.
   * @throws TiroError `storage_full`, `storage_unavailable`.
   */
  copyDatabase(to: string): Promise<void>;
  close(): void;
}

/**
 * Holds the write lock for the moment in which uploads are opened: no job ends meanwhile, and uploads are removed after
 * their job's end only.
 * @throws TiroError `storage_unavailable` if another process holds the lock; as `openExisting`.
 */
export function takeSnapshot(dataDir: string, nativeBinding: string): Snapshot {
  const file = join(dataDir, "tiro.db");
  const uploads: SnapshotUpload[] = [];
  const db = openExisting(file, nativeBinding);
  const close = () => {
    db.close();
    for (const { fd } of uploads) closeSync(fd);
  };
  const guard = openExisting(file, nativeBinding);
  try {
    guard.exec("BEGIN IMMEDIATE");
    db.exec("BEGIN");
    const needed = neededUploads(db);
    for (const name of needed) {
      const fd = openIfThere(join(dataDir, "spool", name));
      if (fd !== null) uploads.push({ name, fd });
    }
    const missingUploads = needed.length - uploads.length;
    return {
      ...{ db, uploads, missingUploads, close },
      linkSounds: (into) => linkSounds(db, join(dataDir, "recordings"), into),
      copyDatabase: (to) => copy(db, to, nativeBinding),
    };
  } catch (error) {
    close();
    throw openingError(error);
  } finally {
    guard.close();
  }
}

function neededUploads(db: Db): string[] {
  return db
    .prepare<[], string>(
      `SELECT DISTINCT spool_name FROM transcription_jobs WHERE status = 'queued' AND spool_name IS NOT NULL
       ORDER BY spool_name`,
    )
    .pluck()
    .all();
}

function linkSounds(db: Db, from: string, into: string): string[] {
  const hasTable = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'recording_audio'").get();
  // A database of a version before.
  if (hasTable === undefined) return [];
  const names = db.prepare<[], string>("SELECT file_name FROM recording_audio ORDER BY recording").pluck();
  return names.all().filter((name) => isLinked(join(from, name), join(into, name)));
}

/** False if it is gone: it was erased a moment ago, or its time was over. */
function isLinked(file: string, to: string): boolean {
  try {
    linkSync(file, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

/** Within the reader's transaction: else every write of a server would begin the copy anew. */
async function copy(db: Db, to: string, nativeBinding: string): Promise<void> {
  try {
    createPrivateFile(to);
    await db.backup(to, { progress: () => limits.backupPages });
    db.exec("COMMIT");
  } catch (error) {
    throw openingError(error);
  }
  openCopy(to, nativeBinding).close();
}
