/** The session of the browser that sent a request, and whether the person sent the request themselves. */

import {
  type BrowserSession,
  type BrowserSessionDeps,
  enterBrowserSession,
} from "../accounts/credentials/browser-sessions.ts";
import { type SecondStepRules, secondStepMissingFor } from "../accounts/log-in/required-second-step.ts";
import { equalInConstantTime } from "../lib/constant-time.ts";
import { TiroError } from "../lib/errors.ts";
import { personFault } from "../lib/person-faults.ts";
import { sessionCookie } from "./cookies.ts";
import { isSameOrigin } from "./form.ts";
import { SECOND_STEP_PATH } from "./own-path.ts";

export interface SessionEntryDeps extends BrowserSessionDeps {
  config: BrowserSessionDeps["config"] & SecondStepRules["config"];
  publicUrl: string;
}

/** Null if the cookie is missing or its session has ended. */
export function sessionOf(deps: SessionEntryDeps, request: Request): BrowserSession | null {
  const token = sessionCookie(deps.publicUrl).read(request);
  return token === null ? null : enterBrowserSession(deps, token);
}

/** Requests that only read are nobody's doing but the browser's; all others must be the person's own. */
export function onlyReads({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * @param token what the request brought as the session's CSRF token.
 * @throws TiroError `foreign_request` if it was not the person who sent it.
 */
export function requireOwnRequest(
  request: Request,
  { csrfToken }: BrowserSession,
  { token, publicUrl }: { token: string; publicUrl: string },
): void {
  requireSameOrigin(request, publicUrl);
  if (!equalInConstantTime(csrfToken, token)) throw foreign();
}

/** Before a form is read. @throws TiroError `foreign_request`. */
export function requireSameOrigin(request: Request, publicUrl: string): void {
  if (!isSameOrigin(request, publicUrl)) throw foreign();
}

function foreign(): TiroError {
  return new TiroError("foreign_request", personFault("foreign_form"));
}

/** @throws TiroError `second_step_required`. */
export function requireSecondStep(rules: SecondStepRules, logIn: BrowserSession): void {
  if (secondStepMissingFor(rules, logIn).length === 0) return;
  throw new TiroError(
    "second_step_required",
    `Your organization asks for a second step of log-in. Set one up at ${SECOND_STEP_PATH}.`,
  );
}
