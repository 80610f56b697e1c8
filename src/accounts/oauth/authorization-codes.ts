/** From a person's yes to the client's first tokens. */

import { limits } from "../../config/limits.ts";
import { equalInConstantTime } from "../../lib/constant-time.ts";
import { newId } from "../../lib/ids.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import { transact } from "../../store/database/write-lock.ts";
import {
  insertOAuthCode,
  oauthCodeByHash,
  setOAuthCodeRedeemed,
} from "../../store/oauth/authorization-codes.ts";
import { type OAuthClient, setOAuthClientUsed } from "../../store/oauth/clients.ts";
import { insertOAuthGrant, type OAuthGrant } from "../../store/oauth/grants.ts";
import { type Actor, SYSTEM } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import type { Scope } from "../credentials/scopes.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";
import type { OAuthCaller, OAuthDeps } from "./deps.ts";
import { endMisusedGrant, revokeGrantsBeyond } from "./grants.ts";
import { OAuthError } from "./oauth-error.ts";
import { required, single } from "./parameters.ts";
import { issueTokens, liveGrant, type TokenAnswer } from "./tokens.ts";

/**
 * Writes down what the person allowed. @returns the code with which the client gets its tokens.
 * @param scopes of those that were asked for.
 */
export async function allow(
  { db, clock }: OAuthDeps,
  request: AuthorizationRequest,
  scopes: readonly Scope[],
  actor: Actor,
): Promise<string> {
  const code = newSecret("tac_");
  const { client, redirectUri, resources, codeChallenge } = request;
  const createdAt = clock.now();
  const expiresAt = createdAt + limits.oauthCodeMs;
  const userId = actor.id;
  const times = { createdAt, lastUsedAt: null, expiresAt, revokedAt: null };
  const grant: OAuthGrant = {
    id: newId("gra"),
    clientId: client.id,
    userId,
    scopes,
    resources,
    redirectUri,
    ...times,
  };
  const deps = { db, clock, actor };
  await transact(db, () => {
    revokeGrantsBeyond(deps, userId);
    insertOAuthGrant(db, grant);
    setOAuthClientUsed(db, client.id, createdAt);
    const stored = { grantId: grant.id, codeChallenge, expiresAt, redeemedAt: null };
    insertOAuthCode(db, { ...stored, redirectUri: request.namedRedirectUri }, hashSecret(code));
    const what = { scopes: [...scopes], resources: [...resources], redirect_uri: redirectUri };
    recordAudit(deps, "grant.made", grant.id, {
      user: userId,
      client: client.id,
      client_name: client.name,
      ...what,
    });
  });
  return code;
}

/**
 * Exchanges a code for tokens (RFC 6749 §4.1.3). A code works once: the second caller may have stolen it, or the first
 * may have, so all that it gave ends.
 * @throws OAuthError `invalid_grant` and, for what is asked beyond the grant, as `issueTokens`.
 */
export async function redeemCode(
  deps: OAuthDeps,
  client: OAuthClient,
  parameters: URLSearchParams,
  { address, publicUrl }: OAuthCaller,
): Promise<TokenAnswer> {
  const hash = hashSecret(required(parameters, "code"));
  const redirectUri = single(parameters, "redirect_uri");
  const verifier = required(parameters, "code_verifier");
  const { db, clock } = deps;
  const redeemed = await transact(db, () => {
    const code = oauthCodeByHash(db, hash);
    if (code === null) return null;
    const grant = liveGrant(deps, code.grantId, client);
    if (grant === null) return null;
    if (code.redeemedAt !== null) {
      endMisusedGrant({ db, clock, actor: { ...SYSTEM, address } }, grant.id, "code");
      return null;
    }
    // A wrong request leaves the code as it was: somebody who only guesses at it must not take it from its owner.
    if (code.expiresAt <= clock.now() || code.redirectUri !== redirectUri) return null;
    if (!isVerifierOf(code.codeChallenge, verifier)) return null;
    setOAuthCodeRedeemed(db, hash, clock.now());
    return issueTokens(deps, { client, grant, publicUrl }, parameters);
  });
  if (redeemed !== null) return redeemed();
  throw new OAuthError(
    "invalid_grant",
    "The code is not valid, has expired, was used, or is not for this client, redirect_uri and code_verifier.",
  );
}

/** RFC 7636 §4.6. */
function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false;
  return equalInConstantTime(challenge, hashSecret(verifier).toString("base64url"));
}
