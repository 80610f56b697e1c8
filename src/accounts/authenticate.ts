import { timingSafeEqual } from "node:crypto";
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { type KeyForSignIn, keyByHash, setKeyLastUsed } from "../store/api-keys.ts";
import type { Db } from "../store/db.ts";
import { storeError } from "../store/errors.ts";
import { type Principal, SCOPES } from "./principal.ts";
import { hashSecret } from "./secret.ts";

export interface AuthenticateDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** `auth.key_prefixes` of the configuration. */
  keyPrefixes: readonly string[];
}

/** RFC 6750 §2.1; the scheme's case does not count (RFC 9110 §11.1). */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
const REALM = 'Bearer realm="tiro"';

/**
 * Lets a request in by its `Authorization` header.
 * @throws TiroError `invalid_api_key` (with `WWW-Authenticate`) or `account_disabled`.
 */
export function authenticate(deps: AuthenticateDeps, authorizationHeader: string | null): Principal {
  const token = bearerToken(authorizationHeader);
  if (!deps.keyPrefixes.some((prefix) => token.startsWith(prefix)))
    throw refused("The credential is not an API key of this server. Check that the whole key was copied.");
  const key = findKey(deps.db, token);
  const now = deps.clock.now();
  if (key === null) throw refused("The API key is not known. Check it, or create a new one.");
  if (key.revokedAt !== null) throw refused("The API key was revoked. Create a new one.");
  if (key.expiresAt !== null && key.expiresAt <= now)
    throw refused("The API key has expired. Create a new one.");
  if (key.accountDisabledAt !== null)
    throw new TiroError("account_disabled", "The account is disabled. Ask the administrator of this server.");
  noteUse(deps, key, now);
  return principalOf(key);
}

/** One for each key that is remembered, and so only until somebody writes to the database. */
const principals = new WeakMap<KeyForSignIn, Principal>();

function principalOf(key: KeyForSignIn): Principal {
  let principal = principals.get(key);
  if (principal === undefined) {
    const { id, accountId, userId } = key;
    principal = { accountId, userId, credential: { id, method: "api_key", scopes: SCOPES } };
    principals.set(key, principal);
  }
  return principal;
}

function bearerToken(header: string | null): string {
  if (header === null || header === "")
    throw new TiroError(
      "invalid_api_key",
      "An API key is missing. Send the header `Authorization: Bearer <API key>`.",
      { headers: { "WWW-Authenticate": REALM } },
    );
  if (header.length > limits.credentialChars) throw refused("The Authorization header is too long.");
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw refused("The Authorization header must read `Bearer <API key>`.");
  return token;
}

/** The index finds the row by its hash; the comparison in constant time then leaves nothing to a faulty lookup. */
function findKey(db: Db, token: string): KeyForSignIn | null {
  const hash = hashSecret(token);
  const key = keyByHash(db, hash);
  return key !== null && timingSafeEqual(key.hash, hash) ? key : null;
}

/**
 * Once a minute at most, since it is a durable write. A key keeps working while the disk is full: who may read
 * must not depend on a courtesy.
 */
function noteUse(deps: AuthenticateDeps, key: KeyForSignIn, now: number): void {
  if (key.lastUsedAt !== null && Math.abs(now - key.lastUsedAt) < limits.keyLastUsedEveryMs) return;
  try {
    setKeyLastUsed(deps.db, key.id, now);
  } catch (error) {
    const failure = storeError(error);
    if (!(failure instanceof TiroError)) throw failure;
    deps.logger.warn("key_use_not_noted", { keyId: key.id, code: failure.code, hint: failure.extras.hint });
  }
}

/** RFC 6750 §3.1: `invalid_token` covers expired, revoked, malformed and unknown ones. */
function refused(message: string): TiroError {
  return new TiroError("invalid_api_key", message, {
    headers: { "WWW-Authenticate": `${REALM}, error="invalid_token"` },
  });
}
