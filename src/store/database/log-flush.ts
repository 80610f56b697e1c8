/**
 * Bringing commits to the disk beside everything else. SQLite flushes within the commit, and all of this process stands
 * still for the disk (0.9 ms in the middle, 5 ms at the 95th percentile on the disk that it was measured on), once for
 * each caller. Dictations commit without a flush, and their answers wait here, those of several for the same flush.
 */
import { closeSync, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { type Db, inTransaction, perDatabase, withoutFlush } from "../db.ts";
import { storeError } from "../errors.ts";
import { whenWritable } from "./write-lock.ts";

/** As `transact`, but a power cut may take it back until `flushed`: nobody may hear before then that it is done. */
export function transactUnflushed<T>(db: Db, work: () => T): Promise<T> {
  return whenWritable(db, () => withoutFlush(db, () => inTransaction(db, work)));
}

/** Resolves when all that was committed before is on the disk. @throws TiroError `storage_unavailable`, `storage_full` */
export async function flushed(db: Db): Promise<void> {
  try {
    await flushesOf(db).flush();
  } catch (error) {
    // What SQLite itself throws for it.
    throw storeError(new Database.SqliteError((error as Error).message, "SQLITE_IOERR_FSYNC"));
  }
}

export class Flushes {
  readonly #flush: () => Promise<void>;
  #last: Promise<unknown> = Promise.resolve();
  #next: Promise<void> | null = null;

  constructor(flush: () => Promise<void>) {
    this.#flush = flush;
  }

  /** One that is under way may have begun before the caller's commit: all that come meanwhile share the one after it. */
  flush(): Promise<void> {
    this.#next ??= this.#afterLast();
    return this.#next;
  }

  async #afterLast(): Promise<void> {
    await this.#last;
    const flush = this.#flush();
    this.#next = null;
    this.#last = flush.catch(() => {});
    await flush;
  }
}

const datasync = promisify(fdatasync);

const flushesOf = perDatabase(
  (db) =>
    new Flushes(async () => {
      // SQLite's locks are on other files, so that closing this one lets none of them go.
      const log = openSync(`${db.name}-wal`, "r");
      try {
        await datasync(log);
      } finally {
        closeSync(log);
      }
    }),
);
