/** Token revocation (RFC 7009). */
import { authenticateClient } from "../accounts/oauth/clients.ts";
import { required } from "../accounts/oauth/parameters.ts";
import { revokeToken } from "../accounts/oauth/revocation.ts";
import type { OAuthDeps } from "../accounts/oauth/server.ts";
import { jsonAnswer } from "../web/answers.ts";
import type { Exchange, PublicRoute } from "../web/route.ts";
import { readOAuthForm, withBasicChallenge } from "./form.ts";
import { PATHS } from "./paths.ts";

export function revocationRoutes(deps: OAuthDeps): PublicRoute[] {
  return [
    {
      method: "POST",
      path: PATHS.revocation,
      family: "oauth",
      access: "public",
      crossOrigin: true,
      handle: (exchange) => withBasicChallenge(exchange, () => revoke(deps, exchange)),
    },
  ];
}

/** `token_type_hint` is not needed: the two kinds look different. */
async function revoke(deps: OAuthDeps, { request, address }: Exchange): Promise<Response> {
  const { form, credentials } = await readOAuthForm(request);
  const token = required(form, "token");
  const client = authenticateClient(deps, credentials);
  await revokeToken(deps, client, token, address());
  return jsonAnswer(200, {});
}
