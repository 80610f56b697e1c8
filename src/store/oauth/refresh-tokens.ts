import type { Db } from "../db.ts";
import { change, count, row, value } from "../statements.ts";

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

// Without a token of another chain, as nearly always, the index answers with one look at each side.
const othersAlive = value<[{ grantId: string; chain: number; forkedAt: number; graceMs: number }], number>(
  `SELECT EXISTS (
       SELECT 1 FROM oauth_refresh_tokens
       WHERE grant_id = @grantId AND (chain < @chain OR chain > @chain)
         AND used_at > max(forked_at, @forkedAt) + @graceMs)`,
);

/** @param hash SHA-256 of the token, which itself is never stored. */
export const insertOAuthRefreshToken = change<[token: NewRefreshToken, hash: Uint8Array]>(
  `INSERT INTO oauth_refresh_tokens (hash, grant_id, expires_at, chain, forked_at)
   VALUES (@hash, @grantId, @expiresAt, @chain, @forkedAt)`,
  (token, hash) => ({ ...token, hash }),
);

export const oauthRefreshTokenByHash = row<[hash: Uint8Array], OAuthRefreshToken>(
  `SELECT grant_id AS grantId, expires_at AS expiresAt, chain, forked_at AS forkedAt, used_at AS usedAt, uses
   FROM oauth_refresh_tokens WHERE hash = ?`,
);

/** Counts an exchange; the first one's time stays. */
export const noteOAuthRefreshTokenUse = change<[hash: Uint8Array, nowMs: number]>(
  "UPDATE oauth_refresh_tokens SET used_at = coalesce(used_at, ?2), uses = uses + 1 WHERE hash = ?1",
);

export const nextOAuthRefreshChain = count<[grantId: string]>(
  "SELECT max(chain) + 1 FROM oauth_refresh_tokens WHERE grant_id = ?",
);

/** Whether a token of another chain was exchanged later than `graceMs` after the two parted. */
export function otherOAuthRefreshChainLives(db: Db, token: OAuthRefreshToken, graceMs: number): boolean {
  const { grantId, chain, forkedAt } = token;
  return othersAlive(db, { grantId, chain, forkedAt, graceMs }) === 1;
}

/** All but so many: those used longest ago go. */
export const deleteOldestOAuthRefreshTokensOf = change<[grantId: string, kept: number]>(
  // Those not used yet end later than any other was used.
  `DELETE FROM oauth_refresh_tokens WHERE hash IN (
   SELECT hash FROM oauth_refresh_tokens WHERE grant_id = ? ORDER BY coalesce(used_at, expires_at) DESC LIMIT -1 OFFSET ?)`,
);

export const deleteOAuthRefreshTokensOf = change<[grantId: string]>(
  "DELETE FROM oauth_refresh_tokens WHERE grant_id = ?",
);

export const deleteExpiredOAuthRefreshTokens = change<[nowMs: number]>(
  "DELETE FROM oauth_refresh_tokens WHERE expires_at <= ?",
);
