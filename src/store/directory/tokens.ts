import { change, row, rows } from "../statements.ts";

/** The credential of a directory, without its secret. Times are milliseconds since the epoch. */
export interface ScimToken {
  id: string;
  name: string;
  lastFour: string;
  createdAt: number;
  lastUsedAt: number | null;
  expiresAt: number | null;
  revokedAt: number | null;
}

const COLUMNS = `id, name, last_four AS lastFour, created_at AS createdAt, last_used_at AS lastUsedAt,
  expires_at AS expiresAt, revoked_at AS revokedAt`;

/** @param hash SHA-256 of the full token, which itself is never stored. */
export const insertScimToken = change<[token: ScimToken, hash: Uint8Array]>(
  `INSERT INTO scim_tokens (id, name, hash, last_four, created_at, last_used_at, expires_at, revoked_at)
   VALUES (@id, @name, @hash, @lastFour, @createdAt, @lastUsedAt, @expiresAt, @revokedAt)`,
  (token, hash) => ({ ...token, hash }),
);

export const scimTokenByHash = row<[hash: Uint8Array], ScimToken & { hash: Buffer }>(
  `SELECT ${COLUMNS}, hash FROM scim_tokens WHERE hash = ?`,
);

export const scimTokenById = row<[id: string], ScimToken>(`SELECT ${COLUMNS} FROM scim_tokens WHERE id = ?`);

/** Oldest first, revoked and expired ones too. */
export const scimTokens = rows<[], ScimToken>(`SELECT ${COLUMNS} FROM scim_tokens ORDER BY created_at, id`);

export const setScimTokenRevoked = change<[id: string, nowMs: number]>(
  "UPDATE scim_tokens SET revoked_at = ?2 WHERE id = ?1",
);

export const setScimTokenLastUsed = change<[id: string, nowMs: number]>(
  "UPDATE scim_tokens SET last_used_at = ?2 WHERE id = ?1",
);
