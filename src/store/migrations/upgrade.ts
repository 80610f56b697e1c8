/**
 * The schema brought up to date, with a way back: a copy of the database as it was. While an upgrade is not finished the
 * copy's name says so, and the next start says what to do with it.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type Database from "better-sqlite3";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { isKnownError, OperatorError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { copyDatabase } from "../database/database-copy.ts";
import { faultsOf } from "../database/integrity.ts";
import type { Migration } from "./list.ts";
import { migrate, schemaOf } from "./migrate.ts";

/** Older schemas hold secrets in clear (0010): their copy goes once it is not needed to go back. */
const FIRST_SEALED = 10;

const COPY = /^tiro-schema-(\d+)(-unfinished)?\.db$/;

/**
 * @returns the names of the migrations that this call applied.
 * @throws OperatorError `upgrade_failed`; as `migrate`. Errors of SQLite and the file system before the first migration.
 */
export function upgrade(
  db: Database.Database,
  migrations: readonly Migration[],
  { clock, logger }: { clock: Clock; logger: Logger },
): string[] {
  const { version, isCurrent } = schemaOf(db, migrations);
  if (isCurrent) return [];
  // Nothing is lost with a database that is only being made.
  if (version === 0) return migrate(db, migrations, clock);
  const copy = copyBefore(db, version, logger);
  try {
    const done = migrate(db, migrations, clock);
    finish(copy);
    return done;
  } catch (cause) {
    const reason = isKnownError(cause) ? (cause.extras.hint ?? cause.message) : String(cause);
    throw new OperatorError("upgrade_failed", "The database could not be brought up to date.", {
      cause,
      hint: `${reason} ${wayBack(copy)}`,
    });
  }
}

/** The copy of a database of that schema, once its upgrade is finished. */
export function copyBeforeUpgrade(folder: string, schema: number): string {
  return join(folder, `tiro-schema-${schema}.db`);
}

/** Whether the copy stays once the upgrade is finished. */
export function isWayBack(schema: number): boolean {
  return schema >= FIRST_SEALED;
}

/** After a part of an upgrade, the copy from before all of it stays the way back. */
function copyBefore(db: Database.Database, version: number, logger: Logger): string {
  const folder = dirname(db.name);
  const finished = copyBeforeUpgrade(folder, version);
  const own = finished.replace(/\.db$/, "-unfinished.db");
  const [earlier] = copiesIn(folder).filter(({ unfinished }) => unfinished);
  if (earlier !== undefined) logger.warn("database_upgrade_unfinished", { hint: wayBack(earlier.path) });
  if (earlier !== undefined && earlier.version !== version) return earlier.path;
  copyDatabase(db, own, (part) => examineCopy(db, part));
  const bytes = statSync(own).size;
  logger.info("database_copied", { file: finished, schema: version, bytes });
  return own;
}

/** A database that is damaged is not upgraded: its newest whole backup may be what is needed next. */
function examineCopy(db: Database.Database, copy: string): void {
  db.prepare("ATTACH ? AS copied").run(copy);
  try {
    const [fault] = faultsOf(db, "copied");
    if (fault === undefined) return;
    throw new OperatorError("upgrade_failed", "The database is damaged and was not upgraded.", {
      hint: `SQLite says: ${fault}. Nothing was changed. Start the version of tiro that ran before, or restore a backup.`,
    });
  } finally {
    db.exec("DETACH copied");
  }
}

function finish(copy: string): void {
  // Another process may have come first.
  if (existsSync(copy)) renameSync(copy, copy.replace("-unfinished", ""));
  const copies = copiesIn(dirname(copy)).filter(({ unfinished }) => !unfinished);
  const kept = copies.filter(({ version }) => isWayBack(version)).slice(-limits.databaseCopies);
  for (const each of copies) if (!kept.includes(each)) rmSync(each.path);
}

function copiesIn(folder: string): { path: string; version: number; unfinished: boolean }[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const found = COPY.exec(name);
      return found ? [{ path: join(folder, name), version: Number(found[1]), unfinished: !!found[2] }] : [];
    })
    .sort((a, b) => a.version - b.version);
}

function wayBack(copy: string): string {
  const file = join(dirname(copy), "tiro.db");
  return `The upgrade of the database is not finished. To go back: stop tiro, run \`rm -f ${file}-wal ${file}-shm && mv ${copy} ${file}\`, and start the version of tiro that ran before.`;
}
