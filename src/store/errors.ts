import Database from "better-sqlite3";
import { TiroError } from "../lib/errors.ts";

const FULL_HINT = "The disk of the data folder is full. Free space on it, then try again.";
const DAMAGED_HINT =
  "The database file is damaged or not an SQLite database. Stop tiro, keep a copy of the data folder, and restore the last backup.";
const UNWRITABLE_HINT =
  "The data folder is not writable. Mount it writable and make tiro's user its owner (folder 0700, files 0600).";
const BUSY_HINT =
  "Another process held the database for too long. Look for a stuck tiro or a backup that has it open.";
const OTHER_HINT = "SQLite failed. Check the disk and the system log.";

/**
 * What SQLite or the file system threw, as a failure with a code, public text and an operator's hint; anything else
 * comes back unchanged. For whoever catches an error that may come out of the store.
 */
export function storeError(error: unknown): unknown {
  if (error instanceof Database.SqliteError) return fromSqlite(error);
  if (isFileError(error)) return fromFileSystem(error);
  return error;
}

/** What the database answers where its disk is full, cannot be used or is held by another process. */
const OUTSIDE_CODES =
  /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|LOCKED|NOLFS|NOMEM|NOTADB|PERM|PROTOCOL|READONLY)/;

/** Whether the database could not be used for a reason that lies outside the program, and may pass. */
export function isStorageFailure(error: unknown): boolean {
  const cause = error instanceof TiroError ? error.cause : error;
  return cause instanceof Database.SqliteError && OUTSIDE_CODES.test(cause.code);
}

function fromSqlite(error: InstanceType<typeof Database.SqliteError>): TiroError {
  const { code } = error;
  // A shared-memory file that cannot grow is one way in which a full disk shows with a write-ahead log.
  if (code === "SQLITE_FULL" || code === "SQLITE_IOERR_SHMSIZE") return storageFull(error);
  if (code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT"))
    return failure("The database is damaged.", DAMAGED_HINT, error);
  if (code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_CANTOPEN"))
    return failure("The database cannot be written.", UNWRITABLE_HINT, error);
  if (code.startsWith("SQLITE_BUSY")) return failure("The database is busy; try again.", BUSY_HINT, error);
  return failure("The database failed.", `${OTHER_HINT} (${code}: ${error.message})`, error);
}

function fromFileSystem(error: NodeJS.ErrnoException): TiroError {
  if (error.code === "ENOSPC" || error.code === "EDQUOT") return storageFull(error);
  return failure("The data folder cannot be used.", `${UNWRITABLE_HINT} (${error.message})`, error);
}

function storageFull(cause: Error): TiroError {
  return new TiroError("storage_full", "The server's disk is full; try again later.", {
    hint: FULL_HINT,
    cause,
  });
}

function failure(message: string, hint: string, cause: Error): TiroError {
  return new TiroError("internal_error", message, { hint, cause });
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}
