/** The token endpoint (RFC 6749 §3.2). */
import { redeemCode } from "../accounts/oauth/authorization-codes.ts";
import { authenticateClient } from "../accounts/oauth/clients.ts";
import { OAuthError } from "../accounts/oauth/oauth-error.ts";
import { required } from "../accounts/oauth/parameters.ts";
import { refresh } from "../accounts/oauth/refresh-tokens.ts";
import type { OAuthDeps } from "../accounts/oauth/server.ts";
import { jsonAnswer } from "../web/answers.ts";
import type { Exchange, PublicRoute } from "../web/route.ts";
import { readOAuthForm, withBasicChallenge } from "./form.ts";
import { PATHS } from "./paths.ts";

export function tokenRoutes(deps: OAuthDeps): PublicRoute[] {
  return [
    {
      method: "POST",
      path: PATHS.token,
      family: "oauth",
      access: "public",
      crossOrigin: true,
      handle: (exchange) => withBasicChallenge(exchange, () => token(deps, exchange)),
    },
  ];
}

async function token(deps: OAuthDeps, { request, address }: Exchange): Promise<Response> {
  const { form, credentials } = await readOAuthForm(request);
  const grantType = required(form, "grant_type");
  const client = authenticateClient(deps, credentials);
  if (grantType === "authorization_code") return answer(await redeemCode(deps, client, form, address()));
  if (grantType === "refresh_token") return answer(await refresh(deps, client, form, address()));
  throw new OAuthError(
    "unsupported_grant_type",
    "The grant_type must be authorization_code or refresh_token.",
  );
}

/** RFC 6749 §5.1 asks for `Pragma` beside the `Cache-Control` that every answer has. */
function answer(tokens: object): Response {
  return jsonAnswer(200, tokens, { Pragma: "no-cache" });
}
