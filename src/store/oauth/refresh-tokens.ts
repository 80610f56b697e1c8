import { type Db, perDatabase } from "../db.ts";

/** A refresh token without its secret. Times are milliseconds since the epoch. */
export interface OAuthRefreshToken {
  grantId: string;
  expiresAt: number;
  /** Of its grant: 0 began with the code; each repeated exchange of one token begins another. */
  chain: number;
  /** When the token was first exchanged whose repeated exchange began the chain; 0 for the first chain. */
  forkedAt: number;
  /** When it was first exchanged for a new one. */
  usedAt: number | null;
  /** How often it was exchanged. */
  uses: number;
}

type NewRefreshToken = Omit<OAuthRefreshToken, "usedAt" | "uses">;

const statements = perDatabase((db) => ({
  insert: db.prepare<[NewRefreshToken & { hash: Uint8Array }]>(
    `INSERT INTO oauth_refresh_tokens (hash, grant_id, expires_at, chain, forked_at)
     VALUES (@hash, @grantId, @expiresAt, @chain, @forkedAt)`,
  ),
  byHash: db.prepare<[Uint8Array], OAuthRefreshToken>(
    `SELECT grant_id AS grantId, expires_at AS expiresAt, chain, forked_at AS forkedAt, used_at AS usedAt, uses
     FROM oauth_refresh_tokens WHERE hash = ?`,
  ),
  use: db.prepare<[number, Uint8Array]>(
    "UPDATE oauth_refresh_tokens SET used_at = coalesce(used_at, ?), uses = uses + 1 WHERE hash = ?",
  ),
  nextChain: db
    .prepare<[string], number>("SELECT max(chain) + 1 FROM oauth_refresh_tokens WHERE grant_id = ?")
    .pluck(),
  // Without a token of another chain, as nearly always, the index answers with one look at each side.
  othersAlive: db
    .prepare<[{ grantId: string; chain: number; forkedAt: number; graceMs: number }], number>(
      `SELECT EXISTS (
         SELECT 1 FROM oauth_refresh_tokens
         WHERE grant_id = @grantId AND (chain < @chain OR chain > @chain)
           AND used_at > max(forked_at, @forkedAt) + @graceMs)`,
    )
    .pluck(),
  // Those not used yet end later than any other was used.
  deleteOldest: db.prepare<[string, number]>(
    `DELETE FROM oauth_refresh_tokens WHERE hash IN (
       SELECT hash FROM oauth_refresh_tokens WHERE grant_id = ? ORDER BY coalesce(used_at, expires_at) DESC LIMIT -1 OFFSET ?)`,
  ),
  deleteOf: db.prepare<[string]>("DELETE FROM oauth_refresh_tokens WHERE grant_id = ?"),
  deleteExpired: db.prepare<[number]>("DELETE FROM oauth_refresh_tokens WHERE expires_at <= ?"),
}));

/** @param hash SHA-256 of the token, which itself is never stored. */
export function insertOAuthRefreshToken(db: Db, token: NewRefreshToken, hash: Uint8Array): void {
  statements(db).insert.run({ ...token, hash });
}

export function oauthRefreshTokenByHash(db: Db, hash: Uint8Array): OAuthRefreshToken | null {
  return statements(db).byHash.get(hash) ?? null;
}

/** Counts an exchange; the first one's time stays. */
export function noteOAuthRefreshTokenUse(db: Db, hash: Uint8Array, nowMs: number): void {
  statements(db).use.run(nowMs, hash);
}

export function nextOAuthRefreshChain(db: Db, grantId: string): number {
  return statements(db).nextChain.get(grantId) ?? 0;
}

/** Whether a token of another chain was exchanged later than `graceMs` after the two parted. */
export function otherOAuthRefreshChainLives(db: Db, token: OAuthRefreshToken, graceMs: number): boolean {
  const { grantId, chain, forkedAt } = token;
  return statements(db).othersAlive.get({ grantId, chain, forkedAt, graceMs }) === 1;
}

/** All but so many: those used longest ago go. */
export function deleteOldestOAuthRefreshTokensOf(db: Db, grantId: string, kept: number): void {
  statements(db).deleteOldest.run(grantId, kept);
}

export function deleteOAuthRefreshTokensOf(db: Db, grantId: string): void {
  statements(db).deleteOf.run(grantId);
}

export function deleteExpiredOAuthRefreshTokens(db: Db, nowMs: number): void {
  statements(db).deleteExpired.run(nowMs);
}
