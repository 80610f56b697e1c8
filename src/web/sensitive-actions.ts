/**
 * Acts that are refused at a browser that was left open: somebody's rights grow, a protection falls, or everything is lost.
 * Each asks for a log-in of the last minutes. Ending sessions, revoking and logging out never do.
 */
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { SECOND_STEP_PATH } from "./own-path.ts";
import type { Exchange, PersonExchange, Route } from "./route.ts";

interface SensitiveAction {
  /** The page that has its form; the action's own address where it is left out. */
  page?: string;
  /** Which requests are meant; all where it is left out. */
  applies?: (form: URLSearchParams) => boolean;
  /** Its handler asks, because the body decides (`requireFreshLogIn`). */
  byBody?: true;
}

const COMPANY = { page: "/account/company" };

/** By method and path. A route for people that changes something and is not here is named in the test of this table. */
export const SENSITIVE_ACTIONS: Readonly<Record<string, SensitiveAction>> = {
  "POST /v1/keys": {},
  "POST /v1/organizations/:organization/keys": {},
  "POST /v1/organizations/:organization/keys/:key/rotate": {},
  "POST /v1/organizations/:organization/webhooks": {},
  "POST /v1/organizations/:organization/webhooks/:webhook/secret": {},
  "PATCH /v1/organizations/:organization/policy": {},
  "POST /v1/organizations/:organization/invitations": {},
  "PATCH /v1/organizations/:organization/members/:member": {},
  // Members' content is read.
  "POST /v1/organizations/:organization/members/:member/content/dictations": {},
  "POST /v1/organizations/:organization/members/:member/content/dictations/:session": {},
  "POST /v1/organizations/:organization/members/:member/content/recordings": {},
  "POST /v1/organizations/:organization/members/:member/content/recordings/:recording": {},
  "POST /v1/administration/organizations": {},
  "PATCH /v1/administration/organizations/:organization": {},
  "POST /v1/administration/organizations/:organization/enable": {},
  "PUT /v1/administration/organizations/:organization/members/:person": {},
  "POST /v1/administration/backups": {},
  // Content past its retention is erased soon after.
  "POST /v1/administration/clock/confirm": {},
  "PUT /v1/administration/limits/:account/:limit": {},
  "DELETE /v1/administration/limits/:account/:limit": {},
  "POST /v1/administration/mail/test": {},
  "POST /v1/administration/support-bundle": {},
  "POST /v1/administration/scim-tokens": {},
  "POST /v1/administration/people": {},
  "POST /v1/administration/people/import": {},
  "POST /v1/administration/people/setup-links": {},
  "PATCH /v1/administration/people/:person": {},
  "POST /v1/administration/people/:person/enable": {},
  "POST /v1/administration/people/:person/setup-link": {},
  "POST /v1/administration/people/:person/reset-second-step": {},
  "POST /v1/administration/people/:person/erase": {},
  "POST /v1/administration/people/:person/erase-history": {},
  "DELETE /v1/administration/people/:person/passkeys": {},
  "POST /v1/administration/invoices/:invoice/paid": {},
  "PUT /v1/administration/payment/:account": {},
  "POST /v1/administration/packs/install": {},
  "POST /v1/administration/packs/install-upload": {},
  "DELETE /v1/administration/packs/:pack": {},
  "PUT /v1/administration/model-routes/:language": {},
  "DELETE /v1/administration/model-routes/:language": {},
  "DELETE /v1/sessions": {},
  // Privacy mode off: from then on dictations are kept.
  "PATCH /v1/me": { byBody: true },
  "POST /v1/me/second-step/enrolment": {},
  "PUT /v1/me/second-step": {},
  "POST /v1/me/second-step/recovery-codes": {},
  "POST /v1/me/second-step/turn-off": {},
  "POST /v1/me/passkeys/options": {},
  "POST /v1/me/passkeys": {},
  "DELETE /v1/me/passkeys/:passkey": {},
  "GET /oauth/authorize": {},
  "POST /oauth/authorize": { applies: (form) => form.get("decision") === "allow" },
  // The organization's keys act for its members from then on.
  "POST /invitation/:token/join": {},
  "GET /login/second-step": {},
  "POST /login/second-step": { page: SECOND_STEP_PATH },
  "GET /login/second-step/passkey": {},
  "GET /account/company": COMPANY,
  "GET /account/company/connect": COMPANY,
  "POST /account/company/connect": COMPANY,
  "POST /account/company/disconnect": COMPANY,
};

type Proof = Pick<PersonExchange["logIn"], "authenticatedAt">;

/** Until when the person's last proof of who they are suffices for what an open browser alone must not do. */
export function freshUntil({ authenticatedAt }: Proof): number {
  return authenticatedAt + limits.freshLogInMs;
}

/** @throws TiroError `fresh_log_in_required`. */
export function requireFreshLogIn({ clock }: { clock: Clock }, logIn: Proof): void {
  if (clock.now() < freshUntil(logIn)) return;
  throw new TiroError(
    "fresh_log_in_required",
    "Log in again to show that it is you: open /login?again=1, then repeat this.",
  );
}

/** Whether a request of this route may be refused with `fresh_log_in_required`. */
export function isSensitive({ method, path }: Pick<Route, "method" | "path">): boolean {
  return Object.hasOwn(SENSITIVE_ACTIONS, `${method} ${path}`);
}

/** Null if the request may continue; else the page on which the person continues after a new log-in. */
export function logInFirst(
  { clock }: { clock: Clock },
  { route, request, logIn, form }: Exchange,
): string | null {
  // A page's address is asked for with HEAD, too.
  const action = SENSITIVE_ACTIONS[`${route.method} ${route.path}`];
  if (action === undefined || action.byBody || logIn === null) return null;
  if (clock.now() < freshUntil(logIn)) return null;
  if (action.applies?.(form ?? new URLSearchParams()) === false) return null;
  const { pathname, search } = new URL(request.url);
  return action.page ?? pathname + search;
}
