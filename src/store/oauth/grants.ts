import { remember } from "../database/remember.ts";
import { type Db, perDatabase } from "../db.ts";
import { isStrangerOf, lastCompanyLogInOf } from "../log-in/company-identities.ts";
import { change, rowAs, rowsAs } from "../statements.ts";

/** A person's grant to a client. Times are milliseconds since the epoch. */
export interface OAuthGrant {
  id: string;
  clientId: string;
  userId: string;
  scopes: readonly string[];
  resources: readonly string[];
  /** Where the client was answered. */
  redirectUri: string;
  createdAt: number;
  lastUsedAt: number | null;
  /** When its last code or token ends. */
  expiresAt: number;
  revokedAt: number | null;
}

/** A grant as people see it. */
export interface ListedOAuthGrant extends OAuthGrant {
  clientName: string;
  email: string;
}

/** A grant as it is looked up to let a request in. */
export interface OAuthGrantForUse extends OAuthGrant {
  userDisabledAt: number | null;
  lastCompanyLogInAt: number | null;
  /** 1 if the company's identity provider has never named the person. */
  isStranger: 0 | 1;
}

type Texts<Grant> = Omit<Grant, "scopes" | "resources"> & { scopes: string; resources: string };

const COLUMNS = `id, client_id AS clientId, user_id AS userId, scopes, resources, redirect_uri AS redirectUri,
  created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt, revoked_at AS revokedAt`;
const LISTED = `${COLUMNS}, (SELECT name FROM oauth_clients WHERE oauth_clients.id = client_id) AS clientName,
  (SELECT email FROM users WHERE users.id = user_id) AS email`;

const insert = change<[Texts<OAuthGrant>]>(
  `INSERT INTO oauth_grants
     (id, client_id, user_id, scopes, resources, redirect_uri, created_at, last_used_at, expires_at, revoked_at)
   VALUES (@id, @clientId, @userId, @scopes, @resources, @redirectUri, @createdAt, @lastUsedAt, @expiresAt, @revokedAt)`,
);
const forUse = rowAs<[string], Texts<OAuthGrantForUse>, OAuthGrantForUse>(
  `SELECT ${COLUMNS}, (SELECT disabled_at FROM users WHERE users.id = user_id) AS userDisabledAt,
     ${lastCompanyLogInOf("oauth_grants.user_id")},
     ${isStrangerOf("oauth_grants.user_id")}
   FROM oauth_grants WHERE id = ?`,
  (row) => read<OAuthGrantForUse>(row),
);

export function insertOAuthGrant(db: Db, grant: OAuthGrant): void {
  const lists = { scopes: JSON.stringify(grant.scopes), resources: JSON.stringify(grant.resources) };
  insert(db, { ...grant, ...lists });
}

/** Revoked and ended ones too. */
export function oauthGrantForUse(db: Db, id: string): Readonly<OAuthGrantForUse> | null {
  return grantsForUse(db)(id);
}

const grantsForUse = perDatabase((db) =>
  remember(db, ["oauth_grants", "users", "company_identities"], (id) => forUse(db, id)),
);

export const oauthGrantById = rowAs<[id: string], Texts<ListedOAuthGrant>, ListedOAuthGrant>(
  `SELECT ${LISTED} FROM oauth_grants WHERE id = ?`,
  (row) => read<ListedOAuthGrant>(row),
);

/** Neither revoked nor ended, oldest first; those of one person, or all. */
export const liveOAuthGrants = rowsAs<
  [userId: string | null, nowMs: number],
  Texts<ListedOAuthGrant>,
  ListedOAuthGrant
>(
  `SELECT ${LISTED} FROM oauth_grants
   WHERE (@userId IS NULL OR user_id = @userId) AND revoked_at IS NULL AND expires_at > @nowMs
   ORDER BY created_at, id`,
  (row) => read<ListedOAuthGrant>(row),
  (userId, nowMs) => ({ userId, nowMs }),
);

/** A later end of one of its tokens. */
export const extendOAuthGrant = change<[id: string, expiresAt: number]>(
  "UPDATE oauth_grants SET expires_at = max(expires_at, ?2) WHERE id = ?1",
);

export const setOAuthGrantLastUsed = change<[id: string, nowMs: number]>(
  "UPDATE oauth_grants SET last_used_at = ?2 WHERE id = ?1",
);

export const setOAuthGrantRevoked = change<[id: string, nowMs: number]>(
  "UPDATE oauth_grants SET revoked_at = ?2 WHERE id = ?1",
);

/** With their codes and tokens. */
export const deleteEndedOAuthGrants = change<[endedByMs: number]>(
  "DELETE FROM oauth_grants WHERE expires_at <= ?1 OR revoked_at <= ?1",
);

function read<Grant extends OAuthGrant>(row: Texts<Grant>): Grant {
  return { ...row, scopes: JSON.parse(row.scopes), resources: JSON.parse(row.resources) } as unknown as Grant;
}
