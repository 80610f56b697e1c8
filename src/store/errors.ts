import Database from "better-sqlite3";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { Tally } from "../lib/tally.ts";

const FULL_HINT = "The disk of the data folder is full. Free space on it, then try again.";
const DAMAGED_HINT =
  "The database file is damaged or not an SQLite database. Stop tiro, keep a copy of the data folder, and restore the last backup.";
const UNWRITABLE_HINT =
  "The data folder is not writable. Mount it writable and make tiro's user its owner (folder 0700, files 0600).";
const LOCKED_HINT =
  "Another process held the database for too long. Look for a stuck tiro or a backup that has it open.";
const DISK_HINT = "SQLite could not read or write the disk. Check the disk and the system log.";
const FAULT_HINT = "This is a fault of the program. Please report it.";

/** SQLite's results for what the program did wrong; trying again helps nobody. */
const PROGRAM_FAULTS = /^SQLITE_(ERROR|CONSTRAINT|MISMATCH|MISUSE|RANGE|TOOBIG)/;

/** Those that were reported, by SQLite's code. A lock that was waited for in vain counts each time it was met. */
export const databaseErrors = new Tally<"code">(
  ["SQLITE_BUSY", "SQLITE_FULL", "SQLITE_IOERR", "SQLITE_CORRUPT", "SQLITE_READONLY"].map((code) => ({
    code,
  })),
);

/** How often SQLite met damage or a disk that failed to read or write, since this process began. */
export function suspicionsOfDamage(): number {
  const suspicious = databaseErrors.counts.filter(({ labels: { code } }) => isSuspicious(code));
  return suspicious.reduce((sum, { value }) => sum + value, 0);
}

/** A shared-memory file that cannot grow is a full disk. */
function isSuspicious(code: string): boolean {
  return isDamageCode(code) || (code.startsWith("SQLITE_IOERR") && code !== "SQLITE_IOERR_SHMSIZE");
}

/** Errors of a disk that takes no more: it is full, read-only, or broken. */
const FULL_DISK = ["ENOSPC", "EDQUOT"];
const BROKEN_DISK = ["EROFS", "EIO"];

/**
 * What SQLite or a failing disk threw, as a failure with a code, public text and an operator's hint; anything else
 * comes back unchanged. For code that catches an error that may come out of the store.
 */
export function storeError(error: unknown): unknown {
  if (error instanceof Database.SqliteError) return fromSqlite(error);
  if (!isFileError(error)) return error;
  if (FULL_DISK.includes(error.code ?? "")) return storageFull(error);
  return BROKEN_DISK.includes(error.code ?? "") ? unusableFolder(error) : error;
}

/** The same of SQLite's errors alone: for work that has files of others open too. */
export function databaseError(error: unknown): unknown {
  return error instanceof Database.SqliteError ? fromSqlite(error) : error;
}

/** The same for opening the data folder, where every failure of the file system is one of the folder. */
export function openingError(error: unknown): unknown {
  const known = storeError(error);
  return isFileError(known) ? unusableFolder(known) : known;
}

/** Whether another process held the database's lock for too long. Nothing of the work was done then. */
export function isLocked(error: unknown): boolean {
  const cause = error instanceof TiroError ? error.cause : error;
  return cause instanceof Database.SqliteError && cause.code.startsWith("SQLITE_BUSY");
}

/** Errors of the database if its disk is full, cannot be used or is held by another process. */
const OUTSIDE_CODES =
  /^SQLITE_(BUSY|CANTOPEN|CORRUPT|FULL|IOERR|LOCKED|NOLFS|NOMEM|NOTADB|PERM|PROTOCOL|READONLY)/;

/** Whether the database could not be used for a reason that lies outside the program, and may pass. */
export function isStorageFailure(error: unknown): boolean {
  const cause = error instanceof TiroError ? error.cause : error;
  return cause instanceof Database.SqliteError && OUTSIDE_CODES.test(cause.code);
}

/** Whether the file holds something else than was written there, as far as SQLite can see. */
export function isDamage(error: unknown): boolean {
  const cause = error instanceof TiroError ? error.cause : error;
  return cause instanceof Database.SqliteError && isDamageCode(cause.code);
}

function isDamageCode(code: string): boolean {
  return code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT");
}

/** Errors that a restart does not mend: a full, read-only or damaged file, and another process's lock. */
const LASTING_CODES = /^(SQLITE_(BUSY|CORRUPT|FULL|IOERR_SHMSIZE|NOTADB|READONLY)|ENOSPC|EDQUOT|EROFS)/;

/** Whether a new start of the program may mend it, such as where it has run out of descriptors or memory. */
export function mayStartHelp(error: unknown): boolean {
  const cause = error instanceof TiroError ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return !LASTING_CODES.test(code);
}

function fromSqlite(error: InstanceType<typeof Database.SqliteError>): TiroError {
  const { code } = error;
  databaseErrors.add({ code });
  // A shared-memory file that cannot grow is one way in which a full disk shows with a write-ahead log.
  if (code === "SQLITE_FULL" || code === "SQLITE_IOERR_SHMSIZE") return storageFull(error);
  if (isDamageCode(code)) return unavailable("The database is damaged.", DAMAGED_HINT, error);
  if (code.startsWith("SQLITE_READONLY") || code.startsWith("SQLITE_CANTOPEN"))
    return unavailable("The database cannot be written.", UNWRITABLE_HINT, error);
  if (isLocked(error)) return unavailable("The database is busy; try again.", LOCKED_HINT, error);
  const detail = `(${code}: ${error.message})`;
  if (PROGRAM_FAULTS.test(code))
    return new TiroError("internal_error", "The database failed.", {
      hint: `${FAULT_HINT} ${detail}`,
      cause: error,
    });
  return unavailable("The database failed; try again later.", `${DISK_HINT} ${detail}`, error);
}

function unusableFolder(error: NodeJS.ErrnoException): TiroError {
  return unavailable("The data folder cannot be used.", `${UNWRITABLE_HINT} (${error.message})`, error);
}

function storageFull(cause: Error): TiroError {
  return new TiroError("storage_full", "The server's disk is full; try again later.", {
    hint: FULL_HINT,
    retryAfterSeconds: limits.storageRetrySeconds,
    cause,
  });
}

function unavailable(message: string, hint: string, cause: Error): TiroError {
  const retryAfterSeconds = limits.storageRetrySeconds;
  return new TiroError("storage_unavailable", message, { hint, retryAfterSeconds, cause });
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}
