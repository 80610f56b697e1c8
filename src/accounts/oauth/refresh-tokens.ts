/**
 * Refresh tokens are exchanged for new ones (RFC 9700 §4.14.2). One that comes back after its exchange was stolen, or
 * its successor was: then the whole grant ends. For two minutes it is taken for what it nearly always is: a client
 * that refreshes from several places at once, or that lost the answer.
 */
import { limits } from "../../config/limits.ts";
import { inTransaction } from "../../store/db.ts";
import type { OAuthClient } from "../../store/oauth-clients.ts";
import {
  noteOAuthRefreshTokenUse,
  type OAuthRefreshToken,
  oauthRefreshTokenByHash,
} from "../../store/oauth-refresh-tokens.ts";
import { SYSTEM } from "../actor.ts";
import { hashSecret } from "../secret.ts";
import { endMisusedGrant } from "./grants.ts";
import { OAuthError } from "./oauth-error.ts";
import { required } from "./parameters.ts";
import type { OAuthDeps } from "./server.ts";
import { issueTokens, liveGrant, type TokenAnswer } from "./tokens.ts";

/** @throws OAuthError `invalid_grant` and, for what is asked beyond the grant, as `issueTokens`. */
export async function refresh(
  deps: OAuthDeps,
  client: OAuthClient,
  parameters: URLSearchParams,
  address: string,
): Promise<TokenAnswer> {
  const { db, clock } = deps;
  const hash = hashSecret(required(parameters, "refresh_token"));
  const refreshed = inTransaction(db, () => {
    const token = oauthRefreshTokenByHash(db, hash);
    const grant = token && liveGrant(deps, token.grantId, client);
    if (token === null || grant === null || token.expiresAt <= clock.now()) return null;
    if (isMisused(token, clock.now())) {
      endMisusedGrant({ db, clock, actor: { ...SYSTEM, address } }, grant.id, "refresh_token");
      return null;
    }
    if (token.uses >= limits.oauthRefreshUses) return null;
    noteOAuthRefreshTokenUse(db, hash, clock.now());
    return issueTokens(deps, client, grant, parameters);
  });
  if (refreshed !== null) return refreshed();
  throw new OAuthError(
    "invalid_grant",
    "The refresh token is not valid, has expired, was used, or is not this client's. Ask the person again.",
  );
}

function isMisused({ usedAt }: OAuthRefreshToken, nowMs: number): boolean {
  return usedAt !== null && nowMs - usedAt > limits.oauthRefreshGraceMs;
}
