import type { Db } from "../db.ts";
import { openSecret, sealSecret } from "../secrets/sealed-secrets.ts";
import { change, rows } from "../statements.ts";

/** A key that signs access tokens. */
export interface OAuthSigningKey {
  /** The `kid` of the tokens. */
  id: string;
  /** JSON Web Keys; the private one is sealed. */
  sealedPrivateJwk: Uint8Array;
  publicJwk: string;
  createdAt: number;
}

const insert = change<[OAuthSigningKey]>(
  `INSERT INTO oauth_signing_keys (id, sealed_private_jwk, public_jwk, created_at)
   VALUES (@id, @sealedPrivateJwk, @publicJwk, @createdAt)`,
);

export function insertOAuthSigningKey(
  db: Db,
  { privateJwk, ...key }: Omit<OAuthSigningKey, "sealedPrivateJwk"> & { privateJwk: string },
): OAuthSigningKey {
  const stored = { ...key, sealedPrivateJwk: sealSecret(db, "oauth_signing_keys", key.id, privateJwk) };
  insert(db, stored);
  return stored;
}

export function privateJwkOf(db: Db, { id, sealedPrivateJwk }: OAuthSigningKey): string {
  return openSecret(db, "oauth_signing_keys", id, sealedPrivateJwk).toString();
}

/** Newest first. */
export const oauthSigningKeys = rows<[], OAuthSigningKey>(
  `SELECT id, sealed_private_jwk AS sealedPrivateJwk, public_jwk AS publicJwk, created_at AS createdAt
   FROM oauth_signing_keys ORDER BY created_at DESC, id`,
);

export const deleteOAuthSigningKey = change<[id: string]>("DELETE FROM oauth_signing_keys WHERE id = ?");
