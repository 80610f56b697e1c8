import { secondStepMissingFor } from "../accounts/log-in/required-second-step.ts";
import { TiroError } from "../lib/errors.ts";
import { html } from "../lib/html.ts";
import {
  onlyReads,
  requireOwnRequest,
  requireSameOrigin,
  requireSecondStep,
  type SessionEntryDeps,
  sessionOf,
} from "../web/browser-session.ts";
import { readForm } from "../web/form.ts";
import { redirectAnswer } from "../web/redirect.ts";
import type { Exchange, Middleware } from "../web/route.ts";
import { withFailurePage } from "./frame/failure.ts";

/** Lets only logged-in people past, and only what they sent themselves; for the routes of `access: "person"`. */
export function browserSession(deps: SessionEntryDeps): Middleware {
  return (next) => async (exchange) => {
    const { request } = exchange;
    exchange.logIn = sessionOf(deps, request);
    const enter = async () => {
      await readOwnForm(exchange, deps.publicUrl);
      return next(exchange);
    };
    if (isApi(exchange)) {
      if (exchange.logIn === null) throw notLoggedIn(exchange);
      if (!isBeforeSecondStep(exchange)) requireSecondStep(deps.db, exchange.logIn);
      return enter();
    }
    if (exchange.logIn === null) return redirectAnswer(pathWithNext("/login", request));
    if (!isBeforeSecondStep(exchange) && secondStepMissingFor(deps.db, exchange.logIn).length > 0)
      return redirectAnswer(pathWithNext("/account/second-step", request));
    const page = { title: "Something went wrong", next: html`<p><a href="/account">Your account</a></p>` };
    return withFailurePage(exchange, page, enter);
  };
}

/** There programs of the person's pages ask, not forms. */
function isApi({ route, request }: Exchange): boolean {
  return route.path.startsWith("/v1/") || request.headers.has("x-csrf-token");
}

function isBeforeSecondStep({ route }: Exchange): boolean {
  return route.access === "person" && route.beforeSecondStep === true;
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
  if (logIn === null || onlyReads(request)) return;
  const header = request.headers.get("x-csrf-token");
  if (header === null && !isApi(exchange)) {
    requireSameOrigin(request, publicUrl);
    exchange.form = await readForm(request);
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
