/** What a door consists of: routes, and the middleware that every request passes on its way to one. */
import type { BrowserSession } from "../accounts/browser-sessions.ts";
import type { Principal, Scope } from "../accounts/principal.ts";
import type { Logger } from "../lib/logger.ts";

/** Decides the shape of errors: the contract's TranscriptionError or its ErrorEnvelope. */
export type Family = "transcription" | "product";

/** One request and what is known of it so far. */
export interface Exchange {
  readonly request: Request;
  readonly requestId: string;
  readonly route: Route;
  /** The path's variable parts, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Sent with the answer, whatever it will be. No `Headers`: going through one takes as long as looking a key up. */
  readonly answerHeaders: Map<string, string>;
  /** Lifts the limit on silent connections, for calls that take long by their nature. */
  readonly holdOpen: () => void;
  /** Network address of the caller. */
  readonly address: () => string;
  /** Set by authentication. */
  principal: Principal | null;
  /** The logged-in person's, on routes for people. */
  session: BrowserSession | null;
  /** The fields that a page's form sent, on routes for people. */
  form: URLSearchParams | null;
  /** From `X-Client-Request-Id`: for the log only. */
  clientRequestId: string | null;
  idempotencyKey: string | null;
  /** The code of the error that was answered, for the log. */
  errorCode: string | null;
}

export type AuthenticatedExchange = Exchange & { principal: Principal };
/** `form` is empty where the request was no form. */
export type PersonExchange = Exchange & { session: BrowserSession; form: URLSearchParams };

interface RouteBase {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** With `:name` for variable parts. */
  path: string;
  family: Family;
}

export interface PublicRoute extends RouteBase {
  access: "public";
  handle: (exchange: Exchange) => Response | Promise<Response>;
}

export interface KeyRoute extends RouteBase {
  access: "key";
  /** What an OAuth token must allow here; API keys allow everything. Every product route names one. */
  scope?: Scope;
  /** Takes an upload: counts as concurrent audio request, accepts `Idempotency-Key`, may take minutes. */
  audio?: boolean;
  handle: (exchange: AuthenticatedExchange) => Response | Promise<Response>;
}

/**
 * For a person who is logged in with a browser. Without a session a page leads to the log-in and back; below `/v1` the
 * answer is an error. Whatever is no GET must come from a page of this server and carry the session's CSRF token: in
 * the form field `csrf`, or in the header `x-csrf-token`, after which the body is left to the route.
 */
export interface PersonRoute extends RouteBase {
  access: "person";
  handle: (exchange: PersonExchange) => Response | Promise<Response>;
}

export type Route = PublicRoute | KeyRoute | PersonRoute;

export type Next = () => Response | Promise<Response>;
/** May throw or reject. What only looks at the request is not asynchronous: each wait takes time on every request. */
export type Middleware = (exchange: Exchange, next: Next) => Response | Promise<Response>;

/** Runs the middleware from the first to the last, then the route's handler. */
export function run(middleware: readonly Middleware[], exchange: Exchange): Response | Promise<Response> {
  const step = (index: number): Response | Promise<Response> => {
    const current = middleware[index];
    return current ? current(exchange, () => step(index + 1)) : handle(exchange);
  };
  return step(0);
}

function handle(exchange: Exchange): Response | Promise<Response> {
  const { route } = exchange;
  if (route.access === "public") return route.handle(exchange);
  if (route.access === "person") return handleForPerson(exchange, route);
  if (!isAuthenticated(exchange)) throw new Error(`${route.path} was reached without authentication`);
  return route.handle(exchange);
}

function handleForPerson(exchange: Exchange, route: PersonRoute): Response | Promise<Response> {
  const { session, form } = exchange;
  if (session === null || form === null) throw new Error(`${route.path} was reached without a session`);
  return route.handle(Object.assign(exchange, { session, form }));
}

function isAuthenticated(exchange: Exchange): exchange is AuthenticatedExchange {
  return exchange.principal !== null;
}

/** The identifiers by which a log line is found again. */
export function logFields(exchange: Exchange): Parameters<Logger["info"]>[1] {
  return {
    requestId: exchange.requestId,
    clientRequestId: exchange.clientRequestId ?? undefined,
    method: exchange.request.method,
    route: exchange.route.path,
    accountId: exchange.principal?.accountId ?? exchange.session?.userId,
    keyId: exchange.principal?.credential.id,
  };
}
