/** The keys with which access tokens are signed (RFC 7517), for whoever wants to verify one. */
import type { OAuthDeps } from "../accounts/oauth/server.ts";
import { jsonAnswer } from "../web/answers.ts";
import type { PublicRoute } from "../web/route.ts";
import { PATHS } from "./paths.ts";

export function jwksRoutes({ accessTokens }: OAuthDeps): PublicRoute[] {
  return [
    {
      method: "GET",
      path: PATHS.jwks,
      family: "oauth",
      access: "public",
      crossOrigin: true,
      handle: async () => jsonAnswer(200, await accessTokens.signingKeys.published()),
    },
  ];
}
