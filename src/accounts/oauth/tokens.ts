/** Answers of the token endpoint. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import { DAY_MS } from "../../lib/units.ts";
import type { OAuthClient } from "../../store/oauth/clients.ts";
import { setOAuthClientUsed } from "../../store/oauth/clients.ts";
import { extendOAuthGrant, type OAuthGrantForUse, oauthGrantForUse } from "../../store/oauth/grants.ts";
import {
  deleteOldestOAuthRefreshTokensOf,
  insertOAuthRefreshToken,
} from "../../store/oauth/refresh-tokens.ts";
import type { Scope } from "../credentials/scopes.ts";
import type { OAuthDeps } from "./deps.ts";
import { OAuthError } from "./oauth-error.ts";
import { single } from "./parameters.ts";
import { type ResourceName, readResources } from "./resources.ts";
import { readScopes, toScopes } from "./scopes.ts";

/** RFC 6749 §5.1. */
export const TokenAnswer = z.object({
  access_token: z.string(),
  token_type: z.literal("Bearer"),
  expires_in: z.int(),
  refresh_token: z.string().optional(),
  scope: z.string(),
});
export type TokenAnswer = z.infer<typeof TokenAnswer>;

/** The grant, if it is this client's, nobody took it back, and its person may still come in. */
export function liveGrant({ db }: OAuthDeps, id: string, client: OAuthClient): OAuthGrantForUse | null {
  const grant = oauthGrantForUse(db, id);
  if (grant === null || grant.clientId !== client.id) return null;
  return grant.revokedAt === null && grant.userDisabledAt === null ? grant : null;
}

/**
 * Makes tokens for a grant, or for the part of it that `scope` and `resource` name. Rows are written now, in
 * the caller's transaction; signing comes after it, with the function that is returned.
 * @param place of the refresh token among those of the grant.
 * @throws OAuthError `invalid_scope`, `invalid_target`.
 */
export function issueTokens(
  deps: OAuthDeps,
  { client, grant, publicUrl }: { client: OAuthClient; grant: OAuthGrantForUse; publicUrl: string },
  parameters: URLSearchParams,
  place: { chain: number; forkedAt: number } = { chain: 0, forkedAt: 0 },
): () => Promise<TokenAnswer> {
  const { db, clock } = deps;
  const scopes = narrowedScopes(single(parameters, "scope"), toScopes(grant.scopes));
  const named = parameters.getAll("resource").filter(Boolean);
  const resources = readResources(publicUrl, named, grant.resources as readonly ResourceName[]);
  const now = clock.now();
  const refreshToken = client.refreshes ? newSecret("trt_") : null;
  const { lifetimeSeconds } = deps.accessTokens;
  const expiresAt =
    now + (refreshToken === null ? lifetimeSeconds * 1000 : deps.settings.refresh_token_days * DAY_MS);
  if (refreshToken !== null) {
    deleteOldestOAuthRefreshTokensOf(db, grant.id, limits.oauthRefreshTokensPerGrant - 1);
    insertOAuthRefreshToken(db, { grantId: grant.id, expiresAt, ...place }, hashSecret(refreshToken));
  }
  extendOAuthGrant(db, grant.id, expiresAt);
  setOAuthClientUsed(db, client.id, now);
  const claims = { grantId: grant.id, clientId: client.id, userId: grant.userId, scopes, resources };
  return async () => ({
    access_token: await deps.accessTokens.issue(publicUrl, claims),
    token_type: "Bearer",
    expires_in: lifetimeSeconds,
    ...(refreshToken !== null && { refresh_token: refreshToken }),
    scope: scopes.join(" "),
  });
}

/** A token may have less than was allowed, never more (RFC 6749 §6). */
function narrowedScopes(text: string | null, granted: readonly Scope[]): Scope[] {
  const scopes = readScopes(text, granted);
  if (scopes.every((scope) => granted.includes(scope))) return scopes;
  throw new OAuthError("invalid_scope", `The scope must be within the granted scopes: ${granted.join(" ")}.`);
}
