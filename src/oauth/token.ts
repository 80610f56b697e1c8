/** The token endpoint (RFC 6749 §3.2). */
import { z } from "zod";
import { redeemCode } from "../accounts/oauth/authorization-codes.ts";
import { GRANT_TYPES } from "../accounts/oauth/client-metadata.ts";
import { authenticateClient } from "../accounts/oauth/clients.ts";
import type { OAuthDeps } from "../accounts/oauth/deps.ts";
import { OAuthError } from "../accounts/oauth/oauth-error.ts";
import { required } from "../accounts/oauth/parameters.ts";
import { refresh } from "../accounts/oauth/refresh-tokens.ts";
import { TokenAnswer } from "../accounts/oauth/tokens.ts";
import { jsonAnswer } from "../web/answers.ts";
import { formBody, jsonOf, type Operation, oauthFaults } from "../web/operation.ts";
import type { Exchange, PublicRoute } from "../web/route.ts";
import { readOAuthForm, withBasicChallenge } from "./form.ts";
import { PATHS } from "./paths.ts";

const request = z.looseObject({
  grant_type: z.enum(GRANT_TYPES),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  refresh_token: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  scope: z.string().optional(),
  resource: z
    .array(z.string())
    .optional()
    .describe("Repeated (RFC 8707): `/v1`, `/mcp` or both, as full addresses."),
});

const operation: Operation = {
  id: "issueToken",
  tags: ["OAuth"],
  summary: "Exchange a code or a refresh token for tokens (RFC 6749)",
  body: formBody(request),
  answers: {
    200: jsonOf("The tokens. A refresh token works once; the answer holds the next one.", TokenAnswer),
    ...oauthFaults(400, 401, 413),
  },
};

export function tokenRoutes(deps: OAuthDeps): PublicRoute[] {
  return [
    {
      method: "POST",
      path: PATHS.token,
      family: "oauth",
      access: "public",
      operation,
      crossOrigin: true,
      handle: (exchange) => withBasicChallenge(exchange, () => token(deps, exchange)),
    },
  ];
}

async function token(deps: OAuthDeps, { request, address, publicUrl }: Exchange): Promise<Response> {
  const { form, credentials } = await readOAuthForm(request);
  const grantType = required(form, "grant_type");
  const client = authenticateClient(deps, credentials);
  const caller = { address: address(), publicUrl };
  if (grantType === "authorization_code") return answer(await redeemCode(deps, client, form, caller));
  if (grantType === "refresh_token") return answer(await refresh(deps, client, form, caller));
  throw new OAuthError(
    "unsupported_grant_type",
    "The grant_type must be authorization_code or refresh_token.",
  );
}

/** RFC 6749 §5.1 asks for `Pragma` beside the `Cache-Control` that every answer has. */
function answer(tokens: TokenAnswer): Response {
  return jsonAnswer(200, tokens, { Pragma: "no-cache" });
}
