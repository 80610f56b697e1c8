import type { BrowserSession } from "../accounts/credentials/browser-sessions.ts";
import { secondStepMissingFor } from "../accounts/log-in/required-second-step.ts";
import { organizationsOf } from "../accounts/policies/permissions.ts";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { html } from "../lib/html.ts";
import { userById } from "../store/people/users.ts";
import {
  onlyReads,
  requireOwnRequest,
  requireSameOrigin,
  requireSecondStep,
  type SessionEntryDeps,
  sessionOf,
} from "../web/browser-session.ts";
import { endsSomething } from "../web/ending-actions.ts";
import { readForm } from "../web/form.ts";
import { PERSON_FIELD, requireNamedPerson, requireSamePerson } from "../web/named-person.ts";
import { SECOND_STEP_PATH, YOU_PATH } from "../web/own-path.ts";
import { assertWithinRate } from "../web/rate-limit.ts";
import { redirectAnswer } from "../web/redirect.ts";
import type { Exchange, Middleware, PageReader } from "../web/route.ts";
import { logInFirst, requireFreshLogIn } from "../web/sensitive-actions.ts";
import { withFailurePage } from "./frame/failure.ts";
import { languageOf } from "./frame/reader.ts";
import { wentWrong } from "./messages/faults.ts";
import { fieldMessages } from "./messages/fields.ts";

interface BrowserSessionDeps extends SessionEntryDeps {
  requestRate: { take(name: string, limit: number): { retryAfterSeconds: number | null } };
}

/** Lets only logged-in people past, and only what they sent themselves, for themselves; for the routes of `access: "person"`. */
export function browserSession(deps: BrowserSessionDeps): Middleware {
  return (next) => async (exchange) => {
    const { request } = exchange;
    exchange.logIn = sessionOf(deps, request);
    exchange.reader = exchange.logIn === null || isV1(exchange) ? null : readerOf(deps, exchange.logIn);
    const enter = async () => {
      assertPersonsRate(deps, exchange);
      await readOwnForm(exchange, deps.publicUrl);
      const page = logInFirst(deps, exchange);
      if (page !== null) return toLogIn(deps, exchange, page);
      return next(exchange);
    };
    if (isApi(exchange)) {
      if (exchange.logIn === null) throw notLoggedIn(exchange);
      requireNamedPerson(request, exchange.logIn.userId);
      if (!isBeforeSecondStep(exchange)) requireSecondStep(deps, exchange.logIn);
      return enter();
    }
    if (exchange.logIn === null) return redirectAnswer(pathWithNext("/login", request));
    if (!isBeforeSecondStep(exchange) && secondStepMissingFor(deps, exchange.logIn).length > 0)
      return redirectAnswer(pathWithNext(SECOND_STEP_PATH, request));
    const language = languageOf(exchange);
    const onward = html`<p><a class="button" href="${YOU_PATH}">${fieldMessages[language].yourAccount}</a></p>`;
    return withFailurePage(exchange, { title: wentWrong[language], next: onward }, enter);
  };
}

/**
 * Apart from the account's own count: a key that is used too much keeps nobody from their pages.
 * @throws TiroError `rate_limit_exceeded`; never where something is ended.
 */
function assertPersonsRate({ requestRate }: BrowserSessionDeps, { logIn, route }: Exchange): void {
  if (logIn === null || endsSomething(route)) return;
  const { personRequestsPerMinute: most } = limits;
  assertWithinRate(most, requestRate.take(`pages ${logIn.userId}`, most));
}

/** @throws TiroError `fresh_log_in_required` if a program of the page asks, which the person is to be asked by. */
function toLogIn(deps: SessionEntryDeps, exchange: Exchange, page: string): Response {
  if (isV1(exchange) && exchange.logIn !== null) requireFreshLogIn(deps, exchange.logIn);
  return redirectAnswer(`/login?again=1&next=${encodeURIComponent(page)}`);
}

function readerOf({ db }: SessionEntryDeps, { userId }: BrowserSession): PageReader | null {
  const user = userById(db, userId);
  if (user === null) return null;
  const organizations = organizationsOf(db, userId).map(({ organization }) => organization.name);
  return { name: user.name ?? user.email, organizations, language: user.interfaceLanguage };
}

/** There programs of the person's pages ask, not forms. */
function isApi({ route, request }: Exchange): boolean {
  return isV1({ route }) || request.headers.has("x-csrf-token");
}

function isV1({ route }: Pick<Exchange, "route">): boolean {
  return route.path.startsWith("/v1/");
}

function isBeforeSecondStep({ route }: Exchange): boolean {
  return route.access === "person" && route.beforeSecondStep === true;
}

/** Back to where the person wanted to go; the form they sent is not kept. */
function pathWithNext(path: string, { method, url }: Request): string {
  if (method !== "GET" && method !== "HEAD") return path;
  const { pathname, search } = new URL(url);
  return `${path}?next=${encodeURIComponent(pathname + search)}`;
}

/** @throws `another_person` if it is not for them, `foreign_request` if it was not the person who sent it. */
async function readOwnForm(exchange: Exchange, publicUrl: string): Promise<void> {
  const { request, logIn } = exchange;
  exchange.form = new URLSearchParams();
  if (logIn === null || onlyReads(request)) return;
  const header = request.headers.get("x-csrf-token");
  if (header === null && !isApi(exchange)) {
    requireSameOrigin(request, publicUrl);
    exchange.form = await readForm(request);
    requireSamePerson(exchange.form.get(PERSON_FIELD), logIn.userId);
  }
  requireOwnRequest(request, logIn, { token: header ?? exchange.form.get("csrf") ?? "", publicUrl });
}

function notLoggedIn({ route, request }: Exchange): TiroError {
  if (route.access === "person" && route.refusesKeys && request.headers.has("authorization"))
    return new TiroError(
      "browser_session_required",
      "This route is for people logged in with a browser; keys and tokens are not taken here.",
    );
  return new TiroError(
    "invalid_api_key",
    "This route is for people logged in with a browser: log in at /login.",
  );
}
