import { type Db, perDatabase } from "./db.ts";

/** A key that signs access tokens. */
export interface OAuthSigningKey {
  /** The `kid` of the tokens. */
  id: string;
  /** JSON Web Keys. */
  privateJwk: string;
  publicJwk: string;
  createdAt: number;
}

const statements = perDatabase((db) => ({
  insert: db.prepare<[OAuthSigningKey]>(
    `INSERT INTO oauth_signing_keys (id, private_jwk, public_jwk, created_at)
     VALUES (@id, @privateJwk, @publicJwk, @createdAt)`,
  ),
  all: db.prepare<[], OAuthSigningKey>(
    `SELECT id, private_jwk AS privateJwk, public_jwk AS publicJwk, created_at AS createdAt
     FROM oauth_signing_keys ORDER BY created_at DESC, id`,
  ),
  delete: db.prepare<[string]>("DELETE FROM oauth_signing_keys WHERE id = ?"),
}));

export function insertOAuthSigningKey(db: Db, key: OAuthSigningKey): void {
  statements(db).insert.run(key);
}

/** Newest first. */
export function oauthSigningKeys(db: Db): readonly OAuthSigningKey[] {
  return statements(db).all.all();
}

export function deleteOAuthSigningKey(db: Db, id: string): void {
  statements(db).delete.run(id);
}
