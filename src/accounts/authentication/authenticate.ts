import { timingSafeEqual } from "node:crypto";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { isWithin } from "../../lib/network.ts";
import { personFault } from "../../lib/person-faults.ts";
import { hashSecret } from "../../lib/secrets.ts";
import { type KeyForSignIn, keyByHash, setKeyLastUsed } from "../../store/credentials/api-keys.ts";
import { note } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import { storeError } from "../../store/errors.ts";
import { oauthGrantForUse, setOAuthGrantLastUsed } from "../../store/oauth/grants.ts";
import type { SecurityEvents } from "../audit/security-events.ts";
import { endOfKey, type SiteKeyLife, shorter } from "../credentials/key-lifetime.ts";
import { SCOPES } from "../credentials/scopes.ts";
import type { AccessTokens, VerifiedAccessToken } from "../oauth/access-tokens.ts";
import { type ChallengedResource, challenge } from "../oauth/challenge.ts";
import { accessOver, isAccessOver, lastProof } from "../policies/company-rules.ts";
import type { Principal } from "./principal.ts";

export interface AuthenticateDeps extends SiteKeyLife {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** `auth.key_prefixes` of the configuration. */
  keyPrefixes: readonly string[];
  config: Pick<Config, "company_log_in">;
  accessTokens: AccessTokens;
  security: SecurityEvents;
}

/** RFC 6750 §2.1; the scheme's case does not count (RFC 9110 §11.1). */
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
/** The compact form of a signed token (RFC 7515 §7.1), which no API key has. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/**
 * Lets a request in by its `Authorization` header: an API key, or an OAuth token that was issued for the resource.
 * @param address network address of the caller.
 * @throws TiroError `invalid_api_key` (with `WWW-Authenticate`) or `account_disabled`.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  authorizationHeader: string | null,
  asked: ChallengedResource,
  address: () => string,
): Promise<Principal> {
  const refused = (message: string) => refusal(asked, "invalid_token", message);
  const token = bearerToken(authorizationHeader, asked);
  if (deps.keyPrefixes.some((prefix) => token.startsWith(prefix)))
    return byKey(deps, token, refused, address);
  if (!JWT.test(token))
    throw refused("The credential is not an API key of this server. Check that the whole key was copied.");
  return byToken(deps, await deps.accessTokens.verify(asked.publicUrl, token), asked, refused);
}

type Refused = (message: string) => TiroError;

function byKey(deps: AuthenticateDeps, token: string, refused: Refused, address: () => string): Principal {
  const key = findKey(deps.db, token);
  const now = deps.clock.now();
  if (key === null) throw refused("The API key is unknown. Check it, or create a new one.");
  if (key.revokedAt !== null) {
    deps.security.note("key.used_after_revocation", { target: key.id, address: address() });
    throw refused("The API key was revoked. Create a new one.");
  }
  const end = endOfKey(key, shorter(deps.keyDays ?? null, key.keyDays));
  if (end !== null && end <= now) throw refused("The API key has expired. Create a new one.");
  if (key.accountDisabledAt !== null) throw disabled();
  requireAccess(deps, key);
  if (key.keyNetworks !== null && !isWithin(address(), key.keyNetworks))
    throw fromElsewhere(deps, key, address());
  noteUse(deps, key, now, setKeyLastUsed);
  const { id, accountId, userId } = key;
  const scopes = SCOPES.filter((scope) => key.scopes.includes(scope));
  return { accountId, userId, credential: { id, method: "api_key", scopes } };
}

function fromElsewhere(deps: AuthenticateDeps, { id }: KeyForSignIn, address: string): TiroError {
  deps.security.note("key.used_from_elsewhere", { target: id, address });
  return new TiroError(
    "address_not_allowed",
    "The organization's keys do not work from this network address. Ask the organization's administrator.",
    {
      hint: `The address is ${address}: \`tiro orgs policy ORG --key-networks\`. Behind a reverse proxy, check server.trust_forwarded_for.`,
    },
  );
}

/** A token says what was allowed when it was made; what of it still holds, the grant says. */
function byToken(
  deps: AuthenticateDeps,
  claims: VerifiedAccessToken | null,
  asked: ChallengedResource,
  refused: Refused,
): Principal {
  if (claims === null) throw refused("The access token is invalid here or has expired. Get a new one.");
  const grant = oauthGrantForUse(deps.db, claims.grantId);
  if (grant !== null && grant.userDisabledAt !== null) throw disabled();
  if (grant !== null) requireAccess(deps, grant);
  if (grant === null || grant.revokedAt !== null)
    throw refused("The access was revoked. Ask the person for it again.");
  if (claims.resources.length === 0) throw refused("The access token was not issued for this server.");
  if (![claims, grant].every(({ resources }) => resources.includes(asked.resource)))
    throw forOtherResource(asked);
  noteUse(deps, grant, deps.clock.now(), setOAuthGrantLastUsed);
  const { id, userId } = grant;
  const scopes = claims.scopes.filter((scope) => grant.scopes.includes(scope));
  return {
    accountId: userId,
    userId,
    credential: { id, method: "oauth", scopes, tokenEndsAt: claims.expiresAtMs },
  };
}

/** @throws TiroError `account_disabled` if the person has to log in first. */
function requireAccess(
  { config, clock }: AuthenticateDeps,
  credential: Parameters<typeof lastProof>[1],
): void {
  if (isAccessOver(config, lastProof(config, credential), clock.now())) throw accessOver(config);
}

function bearerToken(header: string | null, asked: ChallengedResource): string {
  if (header === null || header === "")
    throw refusal(asked, null, "An API key is missing. Send the header `Authorization: Bearer <API key>`.");
  const refused = (message: string) => refusal(asked, "invalid_token", message);
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
 * Once a minute at most, since it is a write. A credential keeps working while nothing can be written: who may
 * read must not depend on a courtesy.
 */
function noteUse(
  { db, logger }: AuthenticateDeps,
  { id, lastUsedAt }: { id: string; lastUsedAt: number | null },
  now: number,
  write: (db: Db, id: string, nowMs: number) => void,
): void {
  if (lastUsedAt !== null && Math.abs(now - lastUsedAt) < limits.keyLastUsedEveryMs) return;
  try {
    note(db, () => write(db, id, now));
  } catch (error) {
    const failure = storeError(error);
    if (!(failure instanceof TiroError)) throw failure;
    logger.warn("key_use_not_noted", { keyId: id, code: failure.code, hint: failure.extras.hint });
  }
}

function disabled(): TiroError {
  return new TiroError("account_disabled", personFault("account_disabled_ask"));
}

/** RFC 6750 §3.1: `invalid_token` covers expired, revoked, malformed and unknown ones; without any there is no error. */
function refusal(asked: ChallengedResource, error: "invalid_token" | null, message: string): TiroError {
  return new TiroError("invalid_api_key", message, {
    headers: { "WWW-Authenticate": challenge(asked, error) },
  });
}

/** The token is good, so that what it lacks is a permission: the person can allow this resource as well. */
function forOtherResource(asked: ChallengedResource): TiroError {
  return new TiroError(
    "insufficient_scope",
    "The access token was issued for another resource of this server. Ask the person for access to this one.",
    { headers: { "WWW-Authenticate": challenge(asked, "insufficient_scope") } },
  );
}
