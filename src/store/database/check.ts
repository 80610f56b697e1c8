import { type Db, inTransaction } from "../db.ts";
import { storeError } from "../errors.ts";

/**
 * Reads every page, and writes one.
 * @returns what SQLite found wrong; empty if all is well.
 * @throws TiroError `storage_full`, `storage_unavailable`.
 */
export function examineDatabase(db: Db): string[] {
  try {
    const faults = db.prepare<[], string>("PRAGMA quick_check").pluck().all();
    // A number of ours that stays as it is: SQLite writes the page all the same.
    inTransaction(db, () => {
      db.pragma(`user_version = ${db.pragma("user_version", { simple: true })}`);
    });
    return faults.filter((fault) => fault !== "ok");
  } catch (error) {
    throw storeError(error);
  }
}
