import { type Db, perDatabase } from "../db.ts";

const statements = perDatabase((db) => ({
  upsert: db.prepare<[string, string, number]>(
    "INSERT OR REPLACE INTO passwords (user_id, hash, changed_at) VALUES (?, ?, ?)",
  ),
  changedAt: db.prepare<[string], number>("SELECT changed_at FROM passwords WHERE user_id = ?").pluck(),
  byUser: db.prepare<[string], string>("SELECT hash FROM passwords WHERE user_id = ?").pluck(),
}));

/** @param hash argon2id in the PHC string format. */
export function upsertPassword(db: Db, userId: string, hash: string, nowMs: number): void {
  statements(db).upsert.run(userId, hash, nowMs);
}

/** Null if the person has none. */
export function passwordHashOf(db: Db, userId: string): string | null {
  return statements(db).byUser.get(userId) ?? null;
}

/** Null if the person has none. */
export function passwordChangedAt(db: Db, userId: string): number | null {
  return statements(db).changedAt.get(userId) ?? null;
}
