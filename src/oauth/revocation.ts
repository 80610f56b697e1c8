/** Token revocation (RFC 7009). */
import { z } from "zod";
import { authenticateClient } from "../accounts/oauth/clients.ts";
import type { OAuthDeps } from "../accounts/oauth/deps.ts";
import { required } from "../accounts/oauth/parameters.ts";
import { revokeToken } from "../accounts/oauth/revocation.ts";
import { jsonAnswer } from "../web/answers.ts";
import { formBody, jsonOf, oauthFaults } from "../web/operation.ts";
import type { Exchange, PublicRoute } from "../web/route.ts";
import { readOAuthForm, withBasicChallenge } from "./form.ts";
import { PATHS } from "./paths.ts";

const request = z.looseObject({
  token: z.string(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
});

export function revocationRoutes(deps: OAuthDeps): PublicRoute[] {
  return [
    {
      method: "POST",
      path: PATHS.revocation,
      family: "oauth",
      access: "public",
      operation: {
        id: "revokeToken",
        tags: ["OAuth"],
        summary: "Take a token back, and all that came of the same consent (RFC 7009)",
        body: formBody(request),
        answers: {
          200: jsonOf("It is gone, or was not there.", z.object({})),
          ...oauthFaults(400, 401, 413),
        },
      },
      crossOrigin: true,
      handle: (exchange) => withBasicChallenge(exchange, () => revoke(deps, exchange)),
    },
  ];
}

/** `token_type_hint` is not needed: the two kinds look different. */
async function revoke(deps: OAuthDeps, { request, address, publicUrl }: Exchange): Promise<Response> {
  const { form, credentials } = await readOAuthForm(request);
  const token = required(form, "token");
  const client = authenticateClient(deps, credentials);
  await revokeToken(deps, client, token, { address: address(), publicUrl });
  return jsonAnswer(200, {});
}
