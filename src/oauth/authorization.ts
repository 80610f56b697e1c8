/** The authorization endpoint (RFC 6749 §3.1): a person says whether an app may act for them. */
import { allow } from "../accounts/oauth/authorization-codes.ts";
import {
  type AuthorizationRequest,
  type AuthorizationTarget,
  answerUri,
  readRequest,
  readTarget,
} from "../accounts/oauth/authorization-request.ts";
import { OAuthError } from "../accounts/oauth/oauth-error.ts";
import type { OAuthDeps } from "../accounts/oauth/server.ts";
import type { Scope } from "../accounts/principal.ts";
import { findUser } from "../accounts/users.ts";
import { html } from "../lib/html.ts";
import { consentPage, isRefusable } from "../pages/consent/consent-page.ts";
import { onwardPage } from "../pages/consent/onward-page.ts";
import { failurePage } from "../pages/frame/failure.ts";
import type { PersonExchange, PersonRoute } from "../web/route.ts";
import { PATHS } from "./paths.ts";

export function authorizationRoutes(deps: OAuthDeps): PersonRoute[] {
  const common = { path: PATHS.authorization, family: "product", access: "person" } as const;
  return [
    {
      ...common,
      method: "GET",
      handle: (exchange) => authorize(deps, exchange, (request) => ask(deps, exchange, request)),
    },
    // The form is sent to the address of its page, so that the request is in the query again, and is checked again.
    {
      ...common,
      method: "POST",
      handle: (exchange) => authorize(deps, exchange, (request) => decide(deps, exchange, request)),
    },
  ];
}

/** Faults go to the client where it is known to be it, else to the person: nobody is sent to an unknown address. */
async function authorize(
  deps: OAuthDeps,
  exchange: PersonExchange,
  answer: (request: AuthorizationRequest) => Response,
): Promise<Response> {
  const parameters = new URL(exchange.request.url).searchParams;
  let target: AuthorizationTarget | null = null;
  try {
    target = await readTarget(deps, parameters);
    return answer(readRequest(deps, target, parameters));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.errorCode = error.code;
    return target === null ? faultPage(error) : refuse(deps, target, error);
  }
}

function ask({ db }: OAuthDeps, { session }: PersonExchange, request: AuthorizationRequest): Response {
  return consentPage(session, findUser(db, session.userId), request);
}

function decide(
  deps: OAuthDeps,
  { session, form, address }: PersonExchange,
  request: AuthorizationRequest,
): Response {
  const decision = form.get("decision");
  if (decision === "deny")
    return refuse(deps, request, new OAuthError("access_denied", "The person did not allow it."));
  if (decision !== "allow")
    return failurePage({ title: "This did not work" }, 400, "The form says neither yes nor no.");
  const scopes = allowedScopes(request, form);
  const actor = { id: session.userId, credential: session.id, address: address() };
  const code = allow(deps, request, scopes, actor);
  return onwardPage(request, answerUri(deps, request, { code }), "allowed");
}

/** What can be refused apart is allowed only where its box is ticked. */
function allowedScopes(request: AuthorizationRequest, form: URLSearchParams): Scope[] {
  return request.scopes.filter(
    (scope) => !isRefusable(request, scope) || form.get(`scope_${scope}`) === "on",
  );
}

function refuse(deps: OAuthDeps, target: AuthorizationTarget, { code, message }: OAuthError): Response {
  const uri = answerUri(deps, target, { error: code, error_description: message });
  return onwardPage(target, uri, "refused");
}

function faultPage(error: OAuthError): Response {
  const next = html`<p>Nothing was allowed, and you were not sent on. Remove this server from the app and add it again;
if that does not help, the app’s maker has to look at it.</p>
<p class="facts">${error.code}</p>`;
  return failurePage({ title: "The app’s request is not valid", next }, 400, error.message);
}
