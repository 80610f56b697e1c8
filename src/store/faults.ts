import type { Db } from "./db.ts";
import { storeError } from "./errors.ts";

/**
 * Reads every page, every index and every reference.
 * @param name of an attached database.
 * @returns what is wrong; empty where all is well.
 * @throws TiroError `storage_unavailable`.
 */
export function faultsOf(db: Db, name = "main"): string[] {
  try {
    const integrity = db.prepare<[], string>(`PRAGMA ${name}.integrity_check`).pluck().all();
    const references = db.prepare<[], { table: string }>(`PRAGMA ${name}.foreign_key_check`).all();
    return [
      ...integrity.filter((fault) => fault !== "ok"),
      ...references.map(({ table }) => `a row of ${table} refers to one that is missing`),
    ];
  } catch (error) {
    throw storeError(error);
  }
}
