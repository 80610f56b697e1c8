import Database from "better-sqlite3";
import { openingError } from "../errors.ts";
import { createPrivateFile } from "./data-folder.ts";

/**
 * Takes a lock that one process at a time can have. It is SQLite's on a file of its own, and so the operating system's:
 * it ends with the process, however that ends, and needs no clean-up.
 * @param file made where it is missing.
 * @returns what gives it free; null if another process has had it for `waitMs`.
 * @throws TiroError as `openDatabase`.
 */
export function takeFileLock(file: string, nativeBinding: string, waitMs: number): (() => void) | null {
  let lock: Database.Database | undefined;
  try {
    createPrivateFile(file);
    lock = new Database(file, { nativeBinding, timeout: waitMs });
    // In memory, so that no journal file appears beside the lock.
    lock.pragma("journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY")) return null;
    throw openingError(error);
  }
  const held = lock;
  return () => held.close();
}
