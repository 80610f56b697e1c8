import { type Db, perDatabase } from "../db.ts";

/** An open set-up link without its token. Times are milliseconds since the epoch. */
export interface SetupLink {
  userId: string;
  createdAt: number;
  expiresAt: number;
}

const statements = perDatabase((db) => ({
  upsert: db.prepare<[SetupLink & { hash: Uint8Array }]>(
    `INSERT OR REPLACE INTO setup_links (user_id, hash, created_at, expires_at)
     VALUES (@userId, @hash, @createdAt, @expiresAt)`,
  ),
  byHash: db.prepare<[Uint8Array], SetupLink>(
    `SELECT user_id AS userId, created_at AS createdAt, expires_at AS expiresAt
     FROM setup_links WHERE hash = ?`,
  ),
  of: db.prepare<[string], SetupLink>(
    `SELECT user_id AS userId, created_at AS createdAt, expires_at AS expiresAt
     FROM setup_links WHERE user_id = ?`,
  ),
  delete: db.prepare<[string]>("DELETE FROM setup_links WHERE user_id = ?"),
}));

/** Replaces the person's earlier one. @param hash SHA-256 of the token, which itself is never stored. */
export function upsertSetupLink(db: Db, link: SetupLink, hash: Uint8Array): void {
  statements(db).upsert.run({ ...link, hash });
}

export function setupLinkByHash(db: Db, hash: Uint8Array): SetupLink | null {
  return statements(db).byHash.get(hash) ?? null;
}

/** The person's newest, whether it has expired or not; null: none was made, or it was used. */
export function setupLinkOf(db: Db, userId: string): SetupLink | null {
  return statements(db).of.get(userId) ?? null;
}

export function deleteSetupLink(db: Db, userId: string): void {
  statements(db).delete.run(userId);
}
