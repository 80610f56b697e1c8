/** Addresses of pages that are in the app now: people have them as bookmarks, and errors name `/billing`. */
import { pageOperation } from "../../web/operation.ts";
import { APP_PATH, YOU_PATH } from "../../web/own-path.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import type { PersonRoute } from "../../web/route.ts";

const MOVED = [
  ["/account", YOU_PATH, "showAccount"],
  ["/account/password", `${YOU_PATH}/password`, "showPassword"],
  ["/account/second-step", `${YOU_PATH}/second-step`, "showSecondStepSettings"],
  ["/account/passkeys", `${YOU_PATH}/passkeys`, "showPasskeys"],
  ["/account/sessions", YOU_PATH, "showBrowserSessions"],
  ["/account/apps", `${APP_PATH}apps`, "showConnectedApps"],
  ["/billing", `${APP_PATH}usage`, "showBilling"],
] as const;

export function movedPageRoutes(): PersonRoute[] {
  return MOVED.map(([path, to, id]) => ({
    method: "GET",
    path,
    family: "product",
    access: "person",
    operation: pageOperation(id, `Leads on to ${to}`, [303]),
    handle: () => redirectAnswer(to),
  }));
}
