import {
  type BrowserSession,
  type BrowserSessionDeps,
  enterBrowserSession,
} from "../accounts/browser-sessions.ts";
import { secondStepMissingFor } from "../accounts/log-in/required-second-step.ts";
import { organizationsOf } from "../accounts/permissions.ts";
import { equalInConstantTime } from "../lib/constant-time.ts";
import { TiroError } from "../lib/errors.ts";
import { html } from "../lib/html.ts";
import { userById } from "../store/users.ts";
import { isSameOrigin, readForm } from "../web/form.ts";
import { redirectAnswer } from "../web/redirect.ts";
import type { Exchange, Middleware, PageReader } from "../web/route.ts";
import { sessionCookie } from "../web/session-cookie.ts";
import { withFailurePage } from "./frame/failure.ts";
import { languageOf } from "./frame/reader.ts";
import { wentWrong } from "./messages/faults.ts";
import { fieldMessages } from "./messages/fields.ts";

/** Lets only logged-in people past, and only what they sent themselves; for the routes of `access: "person"`. */
export function browserSession(deps: BrowserSessionDeps & { publicUrl: string }): Middleware {
  const cookie = sessionCookie(deps.publicUrl);
  return (next) => async (exchange) => {
    const { request } = exchange;
    const token = cookie.read(request);
    exchange.logIn = token === null ? null : enterBrowserSession(deps, token);
    exchange.reader = exchange.logIn === null || isV1(exchange) ? null : readerOf(deps, exchange.logIn);
    const enter = async () => {
      await readOwnForm(exchange, deps.publicUrl);
      return next(exchange);
    };
    if (isApi(exchange)) {
      if (exchange.logIn === null) throw notLoggedIn();
      if (lacksSecondStep(deps, exchange)) throw secondStepRequired();
      return enter();
    }
    if (exchange.logIn === null) return redirectAnswer(pathWithNext("/login", request));
    if (lacksSecondStep(deps, exchange)) return redirectAnswer(pathWithNext("/account/second-step", request));
    const language = languageOf(exchange);
    const onward = html`<p><a class="button" href="/account">${fieldMessages[language].yourAccount}</a></p>`;
    return withFailurePage(exchange, { title: wentWrong[language], next: onward }, enter);
  };
}

function readerOf({ db }: BrowserSessionDeps, { userId }: BrowserSession): PageReader | null {
  const user = userById(db, userId);
  if (user === null) return null;
  const organizations = organizationsOf(db, userId).map(({ organization }) => organization.name);
  return { name: user.name ?? user.email, organizations, language: null };
}

/** There programs of the person's pages ask, not forms. */
function isApi({ route, request }: Exchange): boolean {
  return isV1({ route }) || request.headers.has("x-csrf-token");
}

function isV1({ route }: Pick<Exchange, "route">): boolean {
  return route.path.startsWith("/v1/");
}

function lacksSecondStep({ db }: BrowserSessionDeps, { route, logIn }: Exchange): boolean {
  if (logIn === null || (route.access === "person" && route.beforeSecondStep)) return false;
  return secondStepMissingFor(db, logIn).length > 0;
}

/** Back to where the person wanted to go; what they sent is not kept. */
function pathWithNext(path: string, { method, url }: Request): string {
  if (method !== "GET" && method !== "HEAD") return path;
  const { pathname, search } = new URL(url);
  return `${path}?next=${encodeURIComponent(pathname + search)}`;
}

/** @throws `foreign_request` where it was not the person who sent it. */
async function readOwnForm(exchange: Exchange, publicUrl: string): Promise<void> {
  const { request, logIn } = exchange;
  exchange.form = new URLSearchParams();
  if (logIn === null || request.method === "GET" || request.method === "HEAD") return;
  if (!isSameOrigin(request, publicUrl)) throw foreign();
  const header = request.headers.get("x-csrf-token");
  if (header === null && !isApi(exchange)) exchange.form = await readForm(request);
  if (!equalInConstantTime(logIn.csrfToken, header ?? exchange.form.get("csrf") ?? "")) throw foreign();
}

function notLoggedIn(): TiroError {
  return new TiroError(
    "invalid_api_key",
    "This route is for people logged in with a browser: log in at /login.",
  );
}

function secondStepRequired(): TiroError {
  return new TiroError(
    "second_step_required",
    "Your organization asks for a second step of log-in. Set one up at /account/second-step.",
  );
}

function foreign(): TiroError {
  return new TiroError(
    "foreign_request",
    "The form was not sent from a page of your session. Go back, reload the page and send it again.",
  );
}
