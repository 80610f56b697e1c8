import { hashSecret } from "../../lib/secrets.ts";
import { transact } from "../../store/database/write-lock.ts";
import type { OAuthClient } from "../../store/oauth/clients.ts";
import { oauthGrantForUse } from "../../store/oauth/grants.ts";
import { oauthRefreshTokenByHash } from "../../store/oauth/refresh-tokens.ts";
import type { OAuthCaller, OAuthDeps } from "./deps.ts";
import { revokeGrant } from "./grants.ts";
import { OAuthError } from "./oauth-error.ts";

/**
 * Takes a token back, and with it the grant that it is of: every token of a family leads to the others (RFC 7009 §2.1).
 * A token that is not known, or not any more, is gone already. @throws OAuthError `invalid_grant` for another client's.
 */
export async function revokeToken(
  deps: OAuthDeps,
  client: OAuthClient,
  token: string,
  { address, publicUrl }: OAuthCaller,
): Promise<void> {
  const { db, clock } = deps;
  const claims = token.includes(".") ? await deps.accessTokens.verify(publicUrl, token) : null;
  await transact(db, () => {
    const grantId = claims?.grantId ?? oauthRefreshTokenByHash(db, hashSecret(token))?.grantId;
    const grant = grantId === undefined ? null : oauthGrantForUse(db, grantId);
    if (grant === null) return;
    if (grant.clientId !== client.id)
      throw new OAuthError("invalid_grant", "The token was issued to another client.");
    revokeGrant({ db, clock, actor: { id: grant.userId, credential: grant.id, address } }, grant.id);
  });
}
