import { type Db, perDatabase } from "../db.ts";
import { change, row } from "../statements.ts";

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
}));

/** Replaces the person's earlier one. @param hash SHA-256 of the token, which itself is never stored. */
export function upsertSetupLink(db: Db, link: SetupLink, hash: Uint8Array): void {
  statements(db).upsert.run({ ...link, hash });
}

export const setupLinkByHash = row<[hash: Uint8Array], SetupLink>(
  `SELECT user_id AS userId, created_at AS createdAt, expires_at AS expiresAt
   FROM setup_links WHERE hash = ?`,
);

/** The person's newest, whether it has expired or not; null: none was made, or it was used. */
export const setupLinkOf = row<[userId: string], SetupLink>(
  `SELECT user_id AS userId, created_at AS createdAt, expires_at AS expiresAt
   FROM setup_links WHERE user_id = ?`,
);

export const deleteSetupLink = change<[userId: string]>("DELETE FROM setup_links WHERE user_id = ?");
