import { type Db, perDatabase } from "./db.ts";

/** A refresh token without its secret. Times are milliseconds since the epoch. */
export interface OAuthRefreshToken {
  grantId: string;
  expiresAt: number;
  /** When it was first exchanged for a new one. */
  usedAt: number | null;
  /** How often it was exchanged. */
  uses: number;
}

const statements = perDatabase((db) => ({
  insert: db.prepare<[Pick<OAuthRefreshToken, "grantId" | "expiresAt"> & { hash: Uint8Array }]>(
    "INSERT INTO oauth_refresh_tokens (hash, grant_id, expires_at) VALUES (@hash, @grantId, @expiresAt)",
  ),
  byHash: db.prepare<[Uint8Array], OAuthRefreshToken>(
    `SELECT grant_id AS grantId, expires_at AS expiresAt, used_at AS usedAt, uses
     FROM oauth_refresh_tokens WHERE hash = ?`,
  ),
  use: db.prepare<[number, Uint8Array]>(
    "UPDATE oauth_refresh_tokens SET used_at = coalesce(used_at, ?), uses = uses + 1 WHERE hash = ?",
  ),
  deleteOf: db.prepare<[string]>("DELETE FROM oauth_refresh_tokens WHERE grant_id = ?"),
  deleteExpired: db.prepare<[number]>("DELETE FROM oauth_refresh_tokens WHERE expires_at <= ?"),
}));

/** @param hash SHA-256 of the token, which itself is never stored. */
export function insertOAuthRefreshToken(
  db: Db,
  token: Pick<OAuthRefreshToken, "grantId" | "expiresAt">,
  hash: Uint8Array,
): void {
  statements(db).insert.run({ ...token, hash });
}

export function oauthRefreshTokenByHash(db: Db, hash: Uint8Array): OAuthRefreshToken | null {
  return statements(db).byHash.get(hash) ?? null;
}

/** Counts an exchange; the first one's time stays. */
export function noteOAuthRefreshTokenUse(db: Db, hash: Uint8Array, nowMs: number): void {
  statements(db).use.run(nowMs, hash);
}

export function deleteOAuthRefreshTokensOf(db: Db, grantId: string): void {
  statements(db).deleteOf.run(grantId);
}

export function deleteExpiredOAuthRefreshTokens(db: Db, nowMs: number): void {
  statements(db).deleteExpired.run(nowMs);
}
