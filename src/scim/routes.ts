/** The company's directory makes, changes and disables people and groups: SCIM 2.0 (RFC 7643, RFC 7644). */
import type { PublicRoute } from "../web/route.ts";
import { discoveryRoutes } from "./discovery.ts";
import { GROUPS } from "./groups.ts";
import { resourceRoutes } from "./resource-routes.ts";
import type { ScimDeps } from "./scim-route.ts";
import { USERS } from "./users.ts";

export function scimRoutes(deps: ScimDeps): PublicRoute[] {
  return [...discoveryRoutes(deps), ...resourceRoutes(deps, USERS), ...resourceRoutes(deps, GROUPS)];
}
