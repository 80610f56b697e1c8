import type { Db } from "../db.ts";
import { isDamage, storeError } from "../errors.ts";

/**
 * Reads every page, every index and every reference.
 * @param name of an attached database.
 * @returns what is wrong; empty if all is well.
 * @throws TiroError `storage_unavailable` if it cannot be read for another reason than damage.
 */
export function faultsOf(db: Db, name = "main"): string[] {
  return faultsIn(db, `PRAGMA ${name}.integrity_check`, `PRAGMA ${name}.foreign_key_check`);
}

/** As `faultsOf`, of one table with its indexes. */
export function faultsOfTable(db: Db, table: string): string[] {
  return faultsIn(db, `PRAGMA integrity_check("${table}")`, `PRAGMA foreign_key_check("${table}")`);
}

/** Those that hold rows, in the order in which they were made. */
export function tablesOf(db: Db): string[] {
  return db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY rowid",
    )
    .pluck()
    .all();
}

function faultsIn(db: Db, integrityCheck: string, referenceCheck: string): string[] {
  try {
    const integrity = db.prepare<[], string>(integrityCheck).pluck().all();
    const references = db.prepare<[], { table: string }>(referenceCheck).all();
    return [
      ...integrity.filter((fault) => fault !== "ok"),
      ...references.map(({ table }) => `a row of ${table} refers to one that is missing`),
    ];
  } catch (error) {
    if (isDamage(error)) return [String(error)];
    throw storeError(error);
  }
}
