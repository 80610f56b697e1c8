import type { Db } from "../db.ts";
import { change, changes, count, row } from "../statements.ts";

export const CLIENT_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"] as const;
export type ClientAuthMethod = (typeof CLIENT_AUTH_METHODS)[number];

/** An app that may ask people to let it act for them. Times are milliseconds since the epoch. */
export interface OAuthClient {
  /** `app_…`, or the address of its metadata document. */
  id: string;
  /** As it calls itself. */
  name: string;
  redirectUris: readonly string[];
  /** Its scopes if a request names none. */
  scopes: readonly string[];
  authMethod: ClientAuthMethod;
  /** SHA-256 of its secret; null for a public client. */
  secretHash: Uint8Array | null;
  /** Whether it gets refresh tokens. */
  refreshes: boolean;
  createdAt: number;
  /** When somebody last let it in. */
  usedAt: number | null;
}

type Row = Omit<OAuthClient, "redirectUris" | "scopes" | "refreshes"> & {
  redirectUris: string;
  scopes: string;
  refreshes: 0 | 1;
};

/** Clients that nobody lets in now. */
const WITHOUT_GRANT = "NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client_id = oauth_clients.id)";

const byId = row<[string], Row>(
  `SELECT id, name, redirect_uris AS redirectUris, scopes, auth_method AS authMethod, secret_hash AS secretHash,
     refreshes, created_at AS createdAt, used_at AS usedAt
   FROM oauth_clients WHERE id = ?`,
);

/** Adds a client, or renews what a known one says of itself. */
export const upsertOAuthClient = change<[client: OAuthClient]>(
  `INSERT INTO oauth_clients
     (id, name, redirect_uris, scopes, auth_method, secret_hash, refreshes, created_at, used_at)
   VALUES (@id, @name, @redirectUris, @scopes, @authMethod, @secretHash, @refreshes, @createdAt, @usedAt)
   ON CONFLICT (id) DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris,
     scopes = excluded.scopes, refreshes = excluded.refreshes`,
  (client) => ({
    ...client,
    redirectUris: JSON.stringify(client.redirectUris),
    scopes: JSON.stringify(client.scopes),
    refreshes: client.refreshes ? 1 : 0,
  }),
);

export function oauthClientById(db: Db, id: string): OAuthClient | null {
  const row = byId(db, id);
  if (row === null) return null;
  const lists = { redirectUris: JSON.parse(row.redirectUris), scopes: JSON.parse(row.scopes) };
  return { ...row, ...lists, refreshes: row.refreshes === 1 };
}

export const setOAuthClientUsed = change<[id: string, nowMs: number]>(
  "UPDATE oauth_clients SET used_at = ?2 WHERE id = ?1",
);

export const countOAuthClients = count<[]>("SELECT count(*) FROM oauth_clients");

/** Makes room for another. @returns whether there was one that nobody ever used, made by then. */
export const deleteOldestUnusedOAuthClient = changes<[madeByMs: number]>(
  `DELETE FROM oauth_clients WHERE id = (
   SELECT id FROM oauth_clients WHERE used_at IS NULL AND created_at <= ? AND ${WITHOUT_GRANT}
   ORDER BY created_at LIMIT 1)`,
);

/** Those that nobody ever used, made by then, and those that nobody used since. */
export const deleteIdleOAuthClients = change<[times: { madeByMs: number; usedByMs: number }]>(
  `DELETE FROM oauth_clients WHERE ${WITHOUT_GRANT}
     AND ((used_at IS NULL AND created_at <= ?) OR used_at <= ?)`,
  (times) => [times.madeByMs, times.usedByMs],
);
