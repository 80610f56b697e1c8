/**
 * Refresh tokens are exchanged for new ones (RFC 9700 §4.14.2). One that comes back after its exchange was stolen, or
 * its successor was: then the whole grant ends. For two minutes it is taken for what it nearly always is: a client
 * that refreshes from several places at once, or that lost the answer. Such a client continues with one of the tokens that
 * it got. If two continue, one is a thief's, and the grant ends too.
 */

import { limits } from "../../config/limits.ts";
import { hashSecret } from "../../lib/secrets.ts";
import { transact } from "../../store/database/write-lock.ts";
import type { OAuthClient } from "../../store/oauth/clients.ts";
import {
  nextOAuthRefreshChain,
  noteOAuthRefreshTokenUse,
  type OAuthRefreshToken,
  oauthRefreshTokenByHash,
  otherOAuthRefreshChainLives,
} from "../../store/oauth/refresh-tokens.ts";
import { SYSTEM } from "../audit/actor.ts";
import type { OAuthCaller, OAuthDeps } from "./deps.ts";
import { endMisusedGrant } from "./grants.ts";
import { OAuthError } from "./oauth-error.ts";
import { required } from "./parameters.ts";
import { issueTokens, liveGrant, type TokenAnswer } from "./tokens.ts";

/** @throws OAuthError `invalid_grant` and, for what is asked beyond the grant, as `issueTokens`. */
export async function refresh(
  deps: OAuthDeps,
  client: OAuthClient,
  parameters: URLSearchParams,
  { address, publicUrl }: OAuthCaller,
): Promise<TokenAnswer> {
  const { db, clock } = deps;
  const hash = hashSecret(required(parameters, "refresh_token"));
  const refreshed = await transact(db, () => {
    const token = oauthRefreshTokenByHash(db, hash);
    const grant = token && liveGrant(deps, token.grantId, client);
    if (token === null || grant === null || token.expiresAt <= clock.now()) return null;
    if (isMisused(token, clock.now()) || isForked(deps, token)) {
      endMisusedGrant({ db, clock, actor: { ...SYSTEM, address } }, grant.id, "refresh_token");
      return null;
    }
    if (token.uses >= limits.oauthRefreshUses) return null;
    noteOAuthRefreshTokenUse(db, hash, clock.now());
    return issueTokens(deps, { client, grant, publicUrl }, parameters, successor(deps, token));
  });
  if (refreshed !== null) return refreshed();
  throw new OAuthError(
    "invalid_grant",
    "The refresh token is not valid, has expired, was used, or is not this client's. Ask the person again.",
  );
}

/** The first exchange continues with the token's chain, each later one begins another. */
function successor(
  { db }: OAuthDeps,
  { grantId, chain, forkedAt, usedAt }: OAuthRefreshToken,
): Pick<OAuthRefreshToken, "chain" | "forkedAt"> {
  if (usedAt === null) return { chain, forkedAt };
  return { chain: nextOAuthRefreshChain(db, grantId), forkedAt: usedAt };
}

/** Whether two chains live on: this one is used now, long after they parted, and another was. */
function isForked({ db, clock }: OAuthDeps, token: OAuthRefreshToken): boolean {
  const graceMs = limits.oauthRefreshGraceMs;
  return clock.now() > token.forkedAt + graceMs && otherOAuthRefreshChainLives(db, token, graceMs);
}

function isMisused({ usedAt }: OAuthRefreshToken, nowMs: number): boolean {
  return usedAt !== null && nowMs - usedAt > limits.oauthRefreshGraceMs;
}
