import { dirname, resolve } from "node:path";
import Database from "better-sqlite3";
import { limits } from "../config/limits.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { type Logger, silentLogger } from "../lib/logger.ts";
import { prepareDataFolder } from "./data-folder/data-folder.ts";
import { removeCutOffCopies } from "./database/database-copy.ts";
import { watchWrites } from "./database/remember.ts";
import type { Db } from "./db.ts";
import { openingError } from "./errors.ts";
import { MIGRATIONS } from "./migrations/list.ts";
import { assertOwnDatabase } from "./migrations/migrate.ts";
import { upgrade } from "./migrations/upgrade.ts";
import { useSecretKey } from "./secrets/sealed-secrets.ts";
import { secretKeyFile } from "./secrets/secret-key.ts";

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
    removeCutOffCopies(dirname(file));
    db = new Database(file, { nativeBinding, timeout: limits.databaseBusyMs });
    configure(db);
    useSecretKey(db, secretKeyFile(resolve(options.dataDir), options.secretKeyFile));
    const migrations = upgrade(db, MIGRATIONS, { clock, logger });
    for (const migration of migrations) logger.info("database_migrated", { migration });
    // Overwritten content stays in the log until then.
    if (migrations.length > 0) db.pragma("wal_checkpoint(TRUNCATE)");
    watchWrites(db);
    return db;
  } catch (error) {
    db?.close();
    throw openingError(error);
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
