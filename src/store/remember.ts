import { limits } from "../config/limits.ts";
import { changesOf } from "./changes.ts";
import type { Db } from "./db.ts";

/**
 * Remembers what `read` found until anybody writes to the database. For what every request reads and hardly anybody
 * writes; what was found must not be changed, and that there is nothing (null) is asked for anew.
 */
export function remember<T extends object | null>(db: Db, read: (name: string) => T): (name: string) => T {
  const changes = changesOf(db);
  const known = new Map<string, T>();
  let atChange = -1;
  return (name) => {
    // What a transaction reads may never come to be.
    if (changes.inTransaction) return read(name);
    const change = changes.count();
    if (change !== atChange || known.size >= limits.rememberedRows) known.clear();
    atChange = change;
    const before = known.get(name);
    if (before !== undefined) return before;
    const found = read(name);
    if (found !== null) known.set(name, found);
    return found;
  };
}
