import { resolve } from "node:path";
import Database from "better-sqlite3";
import { limits } from "../config/limits.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { type Logger, silentLogger } from "../lib/logger.ts";
import { prepareDataFolder } from "./data-folder.ts";
import { isLocked, openingError, storeError } from "./errors.ts";
import { MIGRATIONS } from "./migrations/list.ts";
import { assertOwnDatabase } from "./migrations/migrate.ts";
import { upgrade } from "./migrations/upgrade.ts";
import { useSecretKey } from "./sealed-secrets.ts";
import { secretKeyFile } from "./secret-key.ts";

/** An open database. Queries stand in the files of this folder; nobody else imports better-sqlite3. */
export type Db = Database.Database;

export interface DatabaseOptions {
  dataDir: string;
  /** Path of better-sqlite3's native library; `prepareNativeLibraries()` says where it lies. */
  nativeBinding: string;
  /** `secret.key_file` of the configuration; in the data folder where it is left out. */
  secretKeyFile?: string | undefined;
  logger?: Logger;
  clock?: Clock;
}

/**
 * Opens `tiro.db` in the data folder, making both where they are missing, and brings its schema up to date. Several
 * processes may have it open. `close()` of the last one writes the write-ahead log back and removes it.
 * @throws TiroError `storage_full` or `internal_error`, with an operator's hint; OperatorError as `migrate`.
 */
export function openDatabase(options: DatabaseOptions): Db {
  const { nativeBinding, logger = silentLogger, clock = systemClock } = options;
  let db: Db | undefined;
  try {
    const file = prepareDataFolder(resolve(options.dataDir), logger);
    db = new Database(file, { nativeBinding, timeout: limits.databaseBusyMs });
    configure(db);
    useSecretKey(db, secretKeyFile(resolve(options.dataDir), options.secretKeyFile));
    const migrations = upgrade(db, MIGRATIONS, { clock, logger });
    for (const migration of migrations) logger.info("database_migrated", { migration });
    // What migrations overwrote stands in the log until then.
    if (migrations.length > 0) db.pragma("wal_checkpoint(TRUNCATE)");
    return db;
  } catch (error) {
    db?.close();
    throw openingError(error);
  }
}

/**
 * Runs `work` in one transaction that holds the write lock from its first statement, so that what it reads stays
 * true until it commits. Inside another transaction it becomes a part of that one. Must not be asynchronous.
 * @throws whatever `work` throws, after rolling back; SQLite's own errors as TiroError.
 */
export function inTransaction<T>(db: Db, work: () => T): T {
  try {
    return db.transaction(work).immediate();
  } catch (error) {
    throw storeError(error);
  }
}

/** Runs `work` on one state of the database, whatever others write meanwhile. It must only read. */
export function inSnapshot<T>(db: Db, work: () => T): T {
  try {
    return db.transaction(work).deferred();
  } catch (error) {
    throw storeError(error);
  }
}

/** Prepares a file's statements once per database: `const statements = perDatabase((db) => ({ … }))`. */
export function perDatabase<T extends object>(prepare: (db: Db) => T): (db: Db) => T {
  const prepared = new WeakMap<Db, T>();
  return (db) => {
    let statements = prepared.get(db);
    if (statements === undefined) {
      statements = prepare(db);
      prepared.set(db, statements);
    }
    return statements;
  };
}

/**
 * Gives the room of deleted rows back to the disk and empties the write-ahead log, in which the rows stood before they
 * were deleted. A slice of the work at each call: it holds up everything else in this process.
 * @returns whether nothing is left to do; false also while another process reads.
 */
export function reclaimSlice(db: Db): boolean {
  try {
    // Whoever reads meanwhile is not waited for: all of this process would wait.
    return withoutWaiting(db, () => {
      db.pragma(`incremental_vacuum(${limits.vacuumPages})`);
      const [log] = db.pragma("wal_checkpoint(TRUNCATE)") as { busy: 0 | 1 }[];
      return log?.busy === 0 && db.pragma("freelist_count", { simple: true }) === 0;
    });
  } catch (error) {
    if (isLocked(error)) return false;
    throw storeError(error);
  }
}

/** For a process that serves others: from now on it stands still only briefly where another one holds a lock. */
export function blockBriefly(db: Db): void {
  db.pragma(`busy_timeout = ${limits.databaseBlockMs}`);
}

/** Runs `work` so that it fails at once where another process holds a lock. */
export function withoutWaiting<T>(db: Db, work: () => T): T {
  const blockMs = db.pragma("busy_timeout", { simple: true });
  db.pragma("busy_timeout = 0");
  try {
    return work();
  } finally {
    db.pragma(`busy_timeout = ${blockMs}`);
  }
}

function configure(db: Db): void {
  assertOwnDatabase(db);
  // Takes effect in a new file only, and must come before anything is written to it.
  db.pragma("auto_vacuum = INCREMENTAL");
  useWriteAheadLog(db);
  // An accepted job must survive a power cut: the usual NORMAL may lose the last commits.
  db.pragma("synchronous = FULL");
  db.pragma("foreign_keys = ON");
  // Deleted text is overwritten, and sorting never spills text into a file outside the data folder.
  db.pragma("secure_delete = ON");
  db.pragma("temp_store = MEMORY");
  db.pragma("trusted_schema = OFF");
  db.pragma(`journal_size_limit = ${limits.databaseWalBytes}`);
}

/**
 * Entering WAL mode takes an exclusive lock, for which SQLite does not always call the busy handler: of two
 * processes that make a database together, one is refused at once.
 */
function useWriteAheadLog(db: Db): void {
  for (let attemptsLeft = limits.databaseBusyMs / limits.databaseLockRetryMs; ; attemptsLeft--) {
    try {
      db.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      const busy = error instanceof Database.SqliteError && error.code.startsWith("SQLITE_BUSY");
      if (!busy || attemptsLeft <= 0) throw error;
      Bun.sleepSync(limits.databaseLockRetryMs);
    }
  }
}
