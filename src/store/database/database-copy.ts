import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { createPrivateFile } from "../data-folder/data-folder.ts";
import type { Db } from "../db.ts";

/** A copy that is being made, by its process, and what SQLite keeps beside it. */
const PART = /\.db\.(\d+)\.part(-(wal|shm|journal))?$/;

/**
 * Makes a copy of one state of the database, readable by tiro's user alone. It appears under its name once it is whole
 * and on the disk, in place of an older one.
 * @param examine may refuse it, by throwing, before it gets its name.
 * @throws errors of SQLite and the file system unchanged; those of `examine`.
 */
export function copyDatabase(db: Db, file: string, examine: (part: string) => void = () => {}): void {
  const part = `${file}.${process.pid}.part`;
  rmSync(part, { force: true });
  try {
    createPrivateFile(part);
    db.prepare("VACUUM INTO ?").run(part);
    examine(part);
    syncToDisk(part);
    renameSync(part, file);
    syncToDisk(dirname(file));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/**
 * Copies in the folder whose maker was killed. They hold all that the database held, and under old schemas secrets in
 * clear. Paths.
 */
export function cutOffCopies(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => {
      const maker = Number(PART.exec(name)?.[1] ?? 0);
      // Copies are made in one go: one by this process's number is of an earlier process that had the same.
      return maker > 0 && (maker === process.pid || !isRunning(maker));
    })
    .map((name) => join(folder, name));
}

export function removeCutOffCopies(folder: string): void {
  for (const path of cutOffCopies(folder)) rmSync(path, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** Makes a file, or the names in a folder, outlive a power cut. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
