/** Logout tokens (OpenID Connect Back-Channel Logout 1.0, errata set 1): the identity provider ends sessions. */
import type { errors, FetchImplementation, JWTPayload, JWTVerifyGetKey } from "jose";
import { limits } from "../../config/limits.ts";
import { isLoopback } from "../../lib/network.ts";
import { jose } from "../jose.ts";

export interface LogoutOrder {
  issuer: string;
  /** At least one of the two is there. */
  subject: string | null;
  sid: string | null;
  jti: string;
  /** From when on the token is refused, in milliseconds since the epoch. */
  refusedAt: number;
}

/** The token is not one that this server may follow. */
export class LogoutTokenRefused extends Error {}

/** Found by a token's header. */
export type LogoutTokenKeys = JWTVerifyGetKey;

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Those that need the provider's own key: no `none`, and no shared secret. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];
const TYPES = new Set(["logout+jwt", "jwt"]);

/**
 * The keys of a provider, who names their address.
 * @throws Error if plain HTTP leads to it, but for a provider on this machine that is asked by plain HTTP itself.
 */
export function keysAt(
  { issuer, jwks_uri }: { issuer: string; jwks_uri?: string | undefined },
  fetch: FetchImplementation,
  timeoutSeconds: number,
): LogoutTokenKeys {
  const { createRemoteJWKSet, customFetch } = jose();
  const address = new URL(jwks_uri ?? "");
  const isNear = new URL(issuer).protocol === "http:" && isLoopback(address.hostname);
  if (address.protocol !== "https:" && !isNear) throw new Error("jwks_uri must begin with https://");
  return createRemoteJWKSet(address, { [customFetch]: fetch, timeoutDuration: timeoutSeconds * 1000 });
}

/** §2.6. @throws LogoutTokenRefused; any other failure is the provider's, which could not be asked for its keys. */
export async function readLogoutToken(
  token: string,
  expected: { issuer: string; clientId: string; keys: LogoutTokenKeys; nowMs: number },
): Promise<LogoutOrder> {
  const { payload, protectedHeader } = await verified(token, expected);
  const type = protectedHeader.typ?.toLowerCase().replace(/^application\//, "");
  if (type !== undefined && !TYPES.has(type)) throw new LogoutTokenRefused("it is a token of another kind");
  const { iss, jti, iat, exp, sub, sid, events, nonce } = payload;
  if (nonce !== undefined) throw new LogoutTokenRefused("it has a nonce");
  if (!isObject(events) || !isObject(events[EVENT])) throw new LogoutTokenRefused("it orders no logout");
  const subject = nameIn("sub", sub);
  const session = nameIn("sid", sid);
  if (subject === null && session === null) throw new LogoutTokenRefused("it names neither sub nor sid");
  const id = nameIn("jti", jti);
  if (id === null) throw new LogoutTokenRefused("it has no jti");
  const taken = Math.min(Number(exp), Number(iat) + limits.logoutTokenSeconds);
  const refusedAt = (taken + limits.logoutTokenSkewSeconds) * 1000;
  return { issuer: String(iss), subject, sid: session, jti: id, refusedAt };
}

async function verified(
  token: string,
  { issuer, clientId, keys, nowMs }: Parameters<typeof readLogoutToken>[1],
) {
  try {
    return await jose().jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ["iat", "exp"],
      maxTokenAge: limits.logoutTokenSeconds,
      clockTolerance: limits.logoutTokenSkewSeconds,
      currentDate: new Date(nowMs),
    });
  } catch (error) {
    if (isOfToken(error)) throw new LogoutTokenRefused(error.message, { cause: error });
    throw error;
  }
}

/** Not of the provider's list of keys, or the way to it. */
function isOfToken(error: unknown): error is errors.JOSEError {
  const { JOSEError, JWKSInvalid, JWKSTimeout } = jose().errors;
  return (
    error instanceof JOSEError &&
    !(error instanceof JWKSTimeout || error instanceof JWKSInvalid) &&
    error.code !== "ERR_JOSE_GENERIC"
  );
}

function nameIn(claim: string, value: JWTPayload[string]): string | null {
  if (value === undefined) return null;
  if (typeof value === "string" && value !== "" && value.length <= limits.companyClaimChars) return value;
  throw new LogoutTokenRefused(`its ${claim} is no name`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
