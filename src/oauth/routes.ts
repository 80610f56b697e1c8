/** The authorization server: every endpoint, from finding it to taking a grant back. */
import type { Route } from "../web/route.ts";
import { type AuthorizationDeps, authorizationRoutes } from "./authorization.ts";
import { authorizationServerMetadataRoutes } from "./authorization-server-metadata.ts";
import { jwksRoutes } from "./jwks.ts";
import { protectedResourceMetadataRoutes } from "./protected-resource-metadata.ts";
import { registrationRoutes } from "./registration.ts";
import { revocationRoutes } from "./revocation.ts";
import { tokenRoutes } from "./token.ts";

export function oauthRoutes(deps: AuthorizationDeps): Route[] {
  return [
    ...protectedResourceMetadataRoutes(),
    ...authorizationServerMetadataRoutes(deps),
    ...registrationRoutes(deps),
    ...authorizationRoutes(deps),
    ...tokenRoutes(deps),
    ...revocationRoutes(deps),
    ...jwksRoutes(deps),
  ];
}
