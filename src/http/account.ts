/** Routes of a person's own account, in the browser in which they are logged in. */
import type { InvoiceDeps } from "../metering/invoices.ts";
import type { QuotaDeps } from "../metering/quotas.ts";
import type { PersonRoute } from "../web/route.ts";
import { billingRoute } from "./account/billing.ts";
import { browserSessionRoutes } from "./account/browser-sessions.ts";
import { contentViewsRoute } from "./account/content-views.ts";
import { exportRoute } from "./account/export.ts";
import { grantRoutes } from "./account/grants.ts";
import { keyRoutes } from "./account/keys.ts";
import { type PasskeyDeps, passkeyRoutes } from "./account/passkeys.ts";
import { type PasswordDeps, passwordRoute } from "./account/password.ts";
import { type ProfileDeps, profileRoute } from "./account/profile.ts";
import { type SecondStepRouteDeps, secondStepRoutes } from "./account/second-step.ts";
import { usageRoutes } from "./account/usage.ts";
import type { KeyRouteDeps } from "./bodies/api-keys.ts";

export type AccountRouteDeps = KeyRouteDeps &
  InvoiceDeps &
  QuotaDeps &
  PasswordDeps &
  SecondStepRouteDeps &
  PasskeyDeps &
  ProfileDeps;

export function accountRoutes(deps: AccountRouteDeps): PersonRoute[] {
  return [
    profileRoute(deps),
    exportRoute(deps),
    passwordRoute(deps),
    ...secondStepRoutes(deps),
    ...passkeyRoutes(deps),
    ...keyRoutes(deps),
    ...grantRoutes(deps),
    ...browserSessionRoutes(deps),
    ...usageRoutes(deps),
    contentViewsRoute(deps),
    billingRoute(deps),
  ];
}
