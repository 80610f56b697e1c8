import type Database from "better-sqlite3";
import { limits } from "../config/limits.ts";
import { isLocked, storeError } from "./errors.ts";

/** An open database. Queries are in the folders beside this file; nothing else imports better-sqlite3. */
export type Db = Database.Database;
export type Statement<P extends unknown[], Row> = Database.Statement<P, Row>;

/**
 * Runs `work` in one transaction that holds the write lock from its first statement, so that what it reads stays
 * true until it commits. Inside another transaction it becomes a part of that one. Must not be asynchronous.
 * @throws errors of `work`, after rolling back; SQLite's own errors as TiroError.
 */
export function inTransaction<T>(db: Db, work: () => T): T {
  try {
    return transactionsOf(db).immediate(work) as T;
  } catch (error) {
    throw storeError(error);
  }
}

/** Runs `work` on one state of the database, whatever others write meanwhile. It must only read. */
export function inSnapshot<T>(db: Db, work: () => T): T {
  try {
    return transactionsOf(db).deferred(work) as T;
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

/** better-sqlite3 makes four functions for each `db.transaction`. */
const transactionsOf = perDatabase((db) => db.transaction((work: () => unknown) => work()));

/**
 * Gives the room of deleted rows back to the disk and empties the write-ahead log, in which the rows stood before they
 * were deleted. A slice of the work at each call: it holds up everything else in this process.
 * @returns whether nothing is left to do; false also while another process reads.
 */
export function reclaimSlice(db: Db): boolean {
  try {
    // Readers are not waited for: all of this process would wait.
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

/**
 * Runs a write that a power cut may take back: the disk is not flushed, for which all of this process would stand still.
 * The next other write flushes it, too. Not in a transaction, where every write is durable or none.
 */
export function withoutFlush<T>(db: Db, work: () => T): T {
  // exec() makes no statement object: pragma() takes five times as long, and each dictation comes here.
  db.exec("PRAGMA synchronous = NORMAL");
  try {
    return work();
  } finally {
    db.exec("PRAGMA synchronous = FULL");
  }
}

/** Runs `work` so that it fails at once if another process holds a lock. */
export function withoutWaiting<T>(db: Db, work: () => T): T {
  const blockMs = db.pragma("busy_timeout", { simple: true });
  db.pragma("busy_timeout = 0");
  try {
    return work();
  } finally {
    db.pragma(`busy_timeout = ${blockMs}`);
  }
}
