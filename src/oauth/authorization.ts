/** The authorization endpoint (RFC 6749 §3.1): a person says whether an app may act for them. */
import { z } from "zod";
import type { Scope } from "../accounts/credentials/scopes.ts";
import { allow } from "../accounts/oauth/authorization-codes.ts";
import {
  type AuthorizationRequest,
  type AuthorizationTarget,
  answerUri,
  isRefusable,
  readRequest,
  readTarget,
} from "../accounts/oauth/authorization-request.ts";
import type { OAuthDeps } from "../accounts/oauth/deps.ts";
import { OAuthError } from "../accounts/oauth/oauth-error.ts";
import { findUser } from "../accounts/people/users.ts";
import type { User } from "../store/people/users.ts";
import { formBody, pageOperation } from "../web/operation.ts";
import type { Exchange, PersonExchange, PersonRoute } from "../web/route.ts";
import { PATHS } from "./paths.ts";

/** Pages that a person sees; `pages/consent` draws it. */
export interface AuthorizationPages {
  consent(exchange: PersonExchange, user: User, request: AuthorizationRequest): Response;
  /** Leads the browser back to the client. @param uri of the client that was checked. */
  onward(
    exchange: Exchange,
    target: AuthorizationTarget,
    uri: string,
    outcome: "allowed" | "refused",
  ): Response;
  /** For a fault that no client may learn. */
  fault(exchange: Exchange, error: OAuthError): Response;
  /** For a form that says neither yes nor no. */
  undecided(exchange: Exchange): Response;
}

export interface AuthorizationDeps extends OAuthDeps {
  pages: AuthorizationPages;
}

const query = {
  response_type: z.string().describe("`code`"),
  client_id: z.string().describe("From the registration."),
  redirect_uri: z.string().optional().describe("One of the registered ones; needed if there are several."),
  code_challenge: z.string().describe("PKCE (RFC 7636)."),
  code_challenge_method: z.string().describe("`S256`"),
  scope: z
    .string()
    .optional()
    .describe("`read`, `write` or both; those registered if left out. Other names are ignored."),
  resource: z
    .array(z.string())
    .optional()
    .meta({
      description: "Repeated (RFC 8707): `/v1`, `/mcp` or both, as full addresses; both if left out.",
      param: { style: "form", explode: true },
    }),
  state: z.string().optional().describe("Comes back with the answer."),
};
const decision = z.object({
  csrf: z.string(),
  decision: z.enum(["allow", "deny"]),
  scope_write: z.literal("on").optional().describe("Left out if the app may only read."),
});

const operations = {
  show: pageOperation("showConsent", "Ask a person whether an app may act for them", [200, 303, 400], {
    tags: ["OAuth", "Pages"],
    query,
  }),
  decide: pageOperation("decideConsent", "The person's answer", [200, 303, 400, 403], {
    tags: ["OAuth", "Pages"],
    description:
      "The page has a link to the app's redirect URI, with `code` or `error`, `state` and `iss` (RFC 9207). After a yes, and to the person's own computer, the header `Refresh` leads there by itself.",
    query,
    body: formBody(decision),
  }),
};

export function authorizationRoutes(deps: AuthorizationDeps): PersonRoute[] {
  const common = { path: PATHS.authorization, family: "product", access: "person" } as const;
  return [
    {
      ...common,
      method: "GET",
      operation: operations.show,
      handle: (exchange) => authorize(deps, exchange, (request) => ask(deps, exchange, request)),
    },
    // The form is sent to the address of its page, so that the request is in the query again, and is checked again.
    {
      ...common,
      method: "POST",
      operation: operations.decide,
      handle: (exchange) => authorize(deps, exchange, (request) => decide(deps, exchange, request)),
    },
  ];
}

/** Faults go to the client where it is known to be it, else to the person: nobody is sent to an unknown address. */
async function authorize(
  deps: AuthorizationDeps,
  exchange: PersonExchange,
  answer: (request: AuthorizationRequest) => Response | Promise<Response>,
): Promise<Response> {
  const parameters = new URL(exchange.request.url).searchParams;
  let target: AuthorizationTarget | null = null;
  try {
    target = await readTarget(deps, parameters);
    return await answer(readRequest(exchange.publicUrl, target, parameters));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    exchange.errorCode = error.code;
    return target === null ? deps.pages.fault(exchange, error) : refuse(deps, exchange, target, error);
  }
}

function ask(
  { db, pages }: AuthorizationDeps,
  exchange: PersonExchange,
  request: AuthorizationRequest,
): Response {
  return pages.consent(exchange, findUser(db, exchange.logIn.userId), request);
}

async function decide(
  deps: AuthorizationDeps,
  exchange: PersonExchange,
  request: AuthorizationRequest,
): Promise<Response> {
  const { logIn, form, address, publicUrl } = exchange;
  const decision = form.get("decision");
  if (decision === "deny")
    return refuse(deps, exchange, request, new OAuthError("access_denied", "The person denied access."));
  if (decision !== "allow") return deps.pages.undecided(exchange);
  const scopes = allowedScopes(request, form);
  const actor = { id: logIn.userId, credential: logIn.id, address: address() };
  const code = await allow(deps, request, scopes, actor);
  return deps.pages.onward(exchange, request, answerUri(publicUrl, request, { code }), "allowed");
}

/** A scope with a box of its own is allowed only if it is ticked. */
function allowedScopes(request: AuthorizationRequest, form: URLSearchParams): Scope[] {
  return request.scopes.filter(
    (scope) => !isRefusable(request, scope) || form.get(`scope_${scope}`) === "on",
  );
}

function refuse(
  deps: AuthorizationDeps,
  exchange: PersonExchange,
  target: AuthorizationTarget,
  { code, message }: OAuthError,
): Response {
  const uri = answerUri(exchange.publicUrl, target, { error: code, error_description: message });
  return deps.pages.onward(exchange, target, uri, "refused");
}
