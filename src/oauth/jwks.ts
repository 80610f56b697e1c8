/** The keys with which access tokens are signed (RFC 7517), for anyone who verifies one. */
import { z } from "zod";
import type { OAuthDeps } from "../accounts/oauth/deps.ts";
import { jsonAnswer } from "../web/answers.ts";
import { jsonOf } from "../web/operation.ts";
import type { PublicRoute } from "../web/route.ts";
import { PATHS } from "./paths.ts";

export function jwksRoutes({ accessTokens }: OAuthDeps): PublicRoute[] {
  return [
    {
      method: "GET",
      path: PATHS.jwks,
      family: "oauth",
      access: "public",
      operation: {
        id: "getSigningKeys",
        tags: ["OAuth"],
        summary: "Keys with which access tokens are signed (RFC 7517)",
        answers: { 200: jsonOf("A JSON Web Key Set.", z.object({ keys: z.array(z.looseObject({})) })) },
      },
      crossOrigin: true,
      handle: async () => jsonAnswer(200, await accessTokens.signingKeys.published()),
    },
  ];
}
