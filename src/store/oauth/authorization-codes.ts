import { change, row } from "../statements.ts";

/** An authorization code without its secret. Times are milliseconds since the epoch. */
export interface OAuthCode {
  grantId: string;
  /** As the authorization request named it; null if it named none. */
  redirectUri: string | null;
  /** PKCE's, of the method S256. */
  codeChallenge: string;
  expiresAt: number;
  redeemedAt: number | null;
}

/** @param hash SHA-256 of the code, which itself is never stored. */
export const insertOAuthCode = change<[code: OAuthCode, hash: Uint8Array]>(
  `INSERT INTO oauth_codes (hash, grant_id, redirect_uri, code_challenge, expires_at, redeemed_at)
   VALUES (@hash, @grantId, @redirectUri, @codeChallenge, @expiresAt, @redeemedAt)`,
  (code, hash) => ({ ...code, hash }),
);

export const oauthCodeByHash = row<[hash: Uint8Array], OAuthCode>(
  `SELECT grant_id AS grantId, redirect_uri AS redirectUri, code_challenge AS codeChallenge,
     expires_at AS expiresAt, redeemed_at AS redeemedAt
   FROM oauth_codes WHERE hash = ?`,
);

export const setOAuthCodeRedeemed = change<[hash: Uint8Array, nowMs: number]>(
  "UPDATE oauth_codes SET redeemed_at = ?2 WHERE hash = ?1",
);

export const deleteOAuthCodesOf = change<[grantId: string]>("DELETE FROM oauth_codes WHERE grant_id = ?");
