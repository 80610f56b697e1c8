import { closeSync, fsyncSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { createPrivateFile } from "../data-folder/data-folder.ts";
import type { Db } from "../db.ts";

/**
 * Makes a copy of one state of the database, readable by tiro's user alone. It appears under its name once it is whole
 * and on the disk, in place of an older one.
 * @param examine may refuse it, by throwing, before it gets its name.
 * @throws errors of SQLite and the file system unchanged; whatever `examine` throws.
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

/** Makes a file, or the names in a folder, outlive a power cut. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
