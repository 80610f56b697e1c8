import { change, row } from "../statements.ts";

/** An open set-up link without its token. Times are milliseconds since the epoch. */
export interface SetupLink {
  userId: string;
  createdAt: number;
  expiresAt: number;
}

/** Replaces the person's earlier one. @param hash SHA-256 of the token, which itself is never stored. */
export const upsertSetupLink = change<[link: SetupLink, hash: Uint8Array]>(
  `INSERT OR REPLACE INTO setup_links (user_id, hash, created_at, expires_at)
   VALUES (@userId, @hash, @createdAt, @expiresAt)`,
  (link, hash) => ({ ...link, hash }),
);

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
