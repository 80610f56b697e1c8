import type Database from "better-sqlite3";
import type { Clock } from "../../lib/clock.ts";
import { OperatorError } from "../../lib/errors.ts";
import type { Migration } from "./list.ts";

/** Stands in the header of every database of tiro (the ASCII of "tiro"), so that it takes no other's file for its own. */
const APPLICATION_ID = 0x7469726f;

interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

/**
 * Refuses a file that is not tiro's, before anything is written to it. An empty file passes.
 * @throws OperatorError `foreign_database`.
 */
export function assertOwnDatabase(db: Database.Database): void {
  // Both of one state: between two looks another process may make its first tables.
  const look = db.transaction(() => ({
    applicationId: db.pragma("application_id", { simple: true }),
    tables: db.prepare<[], number>("SELECT count(*) FROM sqlite_schema").pluck().get(),
  }));
  const { applicationId, tables } = look.deferred();
  if (applicationId === APPLICATION_ID || (applicationId === 0 && tables === 0)) return;
  throw new OperatorError("foreign_database", "The database file belongs to another program.", {
    hint: "Start tiro with an empty data folder (--data), or move the other program's tiro.db out of this one.",
  });
}

/**
 * How far the schema is; 0 if there is none yet.
 * @throws OperatorError as `migrate`.
 */
export function schemaOf(
  db: Database.Database,
  migrations: readonly Migration[],
): { version: number; isCurrent: boolean } {
  const missing = pending(db, migrations).length;
  return { version: migrations.length - missing, isCurrent: missing === 0 };
}

/**
 * Brings the schema up to date: each missing migration in a transaction of its own, so that a kill between or
 * inside them leaves a whole number of them applied; a new database, which could lose nothing, in one, so that the disk
 * is flushed once. Processes that start together wait for each other.
 * @returns the names of the migrations that this call applied.
 * @throws OperatorError `newer_database`, or `foreign_database` if others made it.
 */
export function migrate(db: Database.Database, migrations: readonly Migration[], clock: Clock): string[] {
  // Without a lock first: a start with nothing to do must not wait for another process's writing.
  if (pending(db, migrations).length === 0) return [];
  const done: string[] = [];
  const applyNext = db.transaction(() => {
    const missing = pending(db, migrations);
    const together = missing.length === migrations.length ? missing : missing.slice(0, 1);
    for (const migration of together) apply(db, migration, clock);
    done.push(...together.map(({ version, name }) => `${version} ${name}`));
    return together.length > 0;
  });
  while (applyNext.immediate());
  return done;
}

function apply(db: Database.Database, migration: Migration, clock: Clock): void {
  const { version, name, sql } = migration;
  if (version === 1) createBookkeeping(db);
  db.exec(sql);
  db.prepare("INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)").run(
    version,
    name,
    checksum(migration),
    clock.now(),
  );
}

function createBookkeeping(db: Database.Database): void {
  db.pragma(`application_id = ${APPLICATION_ID}`);
  db.exec(`CREATE TABLE schema_migrations (
    version INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL
  ) STRICT`);
}

/** The missing migrations, in order. @throws OperatorError as `migrate`. */
export function pending(db: Database.Database, migrations: readonly Migration[]): readonly Migration[] {
  const applied = appliedMigrations(db);
  const newest = applied.at(-1)?.version ?? 0;
  if (newest > migrations.length)
    throw new OperatorError("newer_database", "The database was written by a newer tiro.", {
      hint: `Its schema is ${newest}, this program can read up to ${migrations.length}. Start the newer tiro again, or restore a backup made before the upgrade.`,
    });
  for (const [index, row] of applied.entries()) {
    const known = migrations[index];
    if (row.version === index + 1 && known !== undefined && row.checksum === checksum(known)) continue;
    throw new OperatorError(
      "foreign_database",
      "The database's schema was not made by this version of tiro.",
      {
        hint: `Migration ${row.version} (${row.name}) was changed after it was applied. Use the build that wrote this database, or restore a backup.`,
      },
    );
  }
  return migrations.slice(newest);
}

function appliedMigrations(db: Database.Database): AppliedMigration[] {
  const exists = db
    .prepare<[], number>("SELECT count(*) FROM sqlite_schema WHERE name = 'schema_migrations'")
    .pluck()
    .get();
  if (exists === 0) return [];
  return db
    .prepare<[], AppliedMigration>("SELECT version, name, checksum FROM schema_migrations ORDER BY version")
    .all();
}

function checksum(migration: Migration): string {
  return new Bun.CryptoHasher("sha256").update(migration.sql).digest("hex");
}
