/** What only a person may do with their own account, in the browser in which they are logged in. */
import type { PersonRoute } from "../web/route.ts";
import { browserSessionRoutes } from "./account/browser-sessions.ts";
import { grantRoutes } from "./account/grants.ts";
import type { KeyRouteDeps } from "./account/key-bodies.ts";
import { keyRoutes } from "./account/keys.ts";
import { profileRoute } from "./account/profile.ts";

export function accountRoutes(deps: KeyRouteDeps): PersonRoute[] {
  return [profileRoute(deps), ...keyRoutes(deps), ...grantRoutes(deps), ...browserSessionRoutes(deps)];
}
