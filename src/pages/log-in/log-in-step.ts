/** Shared parts of the steps of a log-in. */
import { z } from "zod";
import type { LogInMethod } from "../../accounts/credentials/browser-sessions.ts";
import { passwordMark } from "../../accounts/credentials/passwords.ts";
import { requireAllowedLogIn } from "../../accounts/policies/company-rules.ts";
import { limits } from "../../config/limits.ts";
import { html } from "../../lib/html.ts";
import { hasTotp } from "../../store/log-in/totp.ts";
import type { User } from "../../store/people/users.ts";
import { type Cookies, cookieOf } from "../../web/cookies.ts";
import { type EnterDeps, enter } from "../../web/enter.ts";
import { isSameOrigin } from "../../web/form.ts";
import type { Operation } from "../../web/operation.ts";
import { APP_PATH } from "../../web/own-path.ts";
import { redirectAnswer } from "../../web/redirect.ts";
import { type Exchange, type PublicRoute, publicRoute } from "../../web/route.ts";
import { type FailurePage, failurePage, withFailurePage } from "../frame/failure.ts";
import { languageOf, type Reading } from "../frame/reader.ts";
import { logInMessages } from "../messages/log-in.ts";

export type LogInDeps = EnterDeps;

/** In the query of log-in pages. */
export const NEXT = z.string().optional().describe("A path of this server that opens next.");

/** Of this server, or of the company's directory. */
type PasswordMethod = Extract<LogInMethod, "password" | "directory">;

/** A password was right; the second step is to come. */
export interface FirstStep {
  userId: string;
  method: PasswordMethod;
  /** Of the password that was right. */
  mark: string;
  next: string | null;
}

export const FIRST_STEP = "first-step";

/** Leads back to the log-in. */
export function logInFailure(reading: Reading): FailurePage {
  const { logIn } = logInMessages[languageOf(reading)];
  return { title: logIn, next: html`<p><a class="button" href="/login">${logIn}</a></p>` };
}

/** The browser's part of a log-in that is under way. */
export function logInCookie(publicUrl: string): Omit<Cookies, "set"> & { set(sealed: string): string } {
  const cookie = cookieOf(publicUrl, "tiro_log_in");
  return { ...cookie, set: (sealed) => cookie.set(sealed, limits.logInMs / 1000) };
}

/** Forms must come from a page of this server: otherwise other sites could log people in to an account of theirs. */
export function logInRoute(
  { publicUrl }: LogInDeps,
  method: "GET" | "POST",
  path: string,
  operation: Operation,
  handle: (exchange: Exchange) => Response | Promise<Response>,
): PublicRoute {
  const checked = (exchange: Exchange) => {
    if (method === "GET" || isSameOrigin(exchange.request, publicUrl)) return handle(exchange);
    exchange.errorCode = "foreign_request";
    const { foreignForm } = logInMessages[languageOf(exchange)];
    return failurePage(exchange, logInFailure(exchange), 403, foreignForm);
  };
  return publicRoute(`${method} ${path}`, operation, (exchange) =>
    withFailurePage(exchange, logInFailure(exchange), () => checked(exchange)),
  );
}

/**
 * On from a right password: to the second step where the person has one, else in.
 * @throws TiroError `account_disabled` if a password is no way in for the person.
 */
export async function proceed(
  deps: LogInDeps,
  exchange: Exchange,
  user: User,
  { next, method }: { next: string | null; method: PasswordMethod },
): Promise<Response> {
  requireAllowedLogIn({ ...deps, nowMs: deps.clock.now() }, user, [method]);
  if (!hasTotp(deps.db, user.id)) return arrive(deps, exchange, user, { methods: [method], next });
  const first: FirstStep = { userId: user.id, method, mark: passwordMark(deps.db, user.id), next };
  const sealed = deps.states.seal(FIRST_STEP, first);
  return redirectAnswer("/login/code", [logInCookie(deps.publicUrl).set(sealed)]);
}

export async function arrive(
  deps: LogInDeps,
  exchange: Exchange,
  user: User,
  { methods, next }: { methods: readonly LogInMethod[]; next: string | null },
): Promise<Response> {
  const cookies = [...(await enter(deps, exchange, user, methods)), logInCookie(deps.publicUrl).clear()];
  return redirectAnswer(next ?? APP_PATH, cookies);
}
