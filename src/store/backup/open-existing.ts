/** Databases that are opened without being changed: to copy them, to examine a copy, to see what an upgrade would do. */
import Database from "better-sqlite3";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Db } from "../db.ts";
import { openingError } from "../errors.ts";
import { MIGRATIONS, type Migration } from "../migrations/list.ts";
import { assertOwnDatabase, migrate, pending, schemaOf } from "../migrations/migrate.ts";

/** Databases from this schema on have `last_backup`. */
const FIRST_WITH_RECORD = 13;

/**
 * Opens a database of tiro, of any schema that this program can read; others may have it open.
 * @throws TiroError as `openDatabase`; OperatorError `foreign_database`, `newer_database`.
 */
export function openExisting(file: string, nativeBinding: string): Db {
  let db: Db | undefined;
  try {
    db = new Database(file, { nativeBinding, timeout: limits.databaseBusyMs, fileMustExist: true });
    db.pragma("trusted_schema = OFF");
    db.pragma("secure_delete = ON");
    assertOwnDatabase(db);
    schemaOf(db, MIGRATIONS);
    return db;
  } catch (error) {
    db?.close();
    throw openingError(error);
  }
}

/** Opens a copy that nobody else has open. It stays one file: there is no log beside it. @throws as `openExisting`. */
export function openCopy(file: string, nativeBinding: string): Db {
  const db = openExisting(file, nativeBinding);
  try {
    db.pragma("journal_mode = DELETE");
    return db;
  } catch (error) {
    db.close();
    throw openingError(error);
  }
}

/** How far the schema is; 0 if there is none yet. */
export function schemaVersion(db: Db): number {
  return schemaOf(db, MIGRATIONS).version;
}

export function sqliteVersion(db: Db): string {
  return db.prepare<[], string>("SELECT sqlite_version()").pluck().get() ?? "";
}

/** Migrations that would bring the schema up to date, in order. */
export function missingMigrations(db: Db): readonly Migration[] {
  return pending(db, MIGRATIONS);
}

/** Applies the missing migrations to a copy. @throws their errors. */
export function migrateCopy(db: Db, clock: Clock): void {
  migrate(db, MIGRATIONS, clock);
}

/** Whether what is made of the database can be noted in it. */
export function recordsBackups(db: Db): boolean {
  return schemaVersion(db) >= FIRST_WITH_RECORD;
}
