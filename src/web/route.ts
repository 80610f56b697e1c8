/** The parts of a door: routes, and the middleware that every request passes on its way to one. */

import type { Principal } from "../accounts/authentication/principal.ts";
import type { BrowserSession } from "../accounts/credentials/browser-sessions.ts";
import type { Scope } from "../accounts/credentials/scopes.ts";
import type { ResourceName } from "../accounts/oauth/resources.ts";
import type { InterfaceLanguage } from "../lib/interface-languages.ts";
import type { Logger } from "../lib/logger.ts";
import type { Brand } from "./look/brand.ts";
import type { Operation } from "./operation.ts";

/**
 * Decides the shape of errors: the contract's TranscriptionError, or its ErrorEnvelope, which MCP has before the
 * protocol begins, or that of RFC 6749, or that of SCIM (RFC 7644).
 */
export type Family = "transcription" | "product" | "mcp" | "oauth" | "scim";

/** One request and what is known of it so far. */
export interface Exchange {
  readonly request: Request;
  readonly requestId: string;
  readonly route: Route;
  /** The path's variable parts, decoded. */
  readonly params: Readonly<Record<string, string>>;
  /** Sent with the answer, whatever it will be. */
  readonly answerHeaders: Record<string, string>;
  /** Lifts the limit on silent connections, for calls that take long by their nature. */
  readonly holdOpen: () => void;
  /** Network address of the caller. */
  readonly address: () => string;
  /** This server's own address in the answer: scheme, host and port; no slash at the end. */
  readonly publicUrl: string;
  readonly brand: Brand;
  /** Set by authentication. */
  principal: Principal | null;
  /** The logged-in person's, on routes for people, and on those of the API where no key was sent. */
  logIn: BrowserSession | null;
  /** Who reads the page, on routes for people. */
  reader: PageReader | null;
  /** The fields that a page's form sent, on routes for people. */
  form: URLSearchParams | null;
  /** From `X-Client-Request-Id`: for the log only. */
  clientRequestId: string | null;
  idempotencyKey: string | null;
  /** The code of the error that was answered, for the log. */
  errorCode: string | null;
}

/** A page's view of the person who is logged in. */
export interface PageReader {
  /** The name, or the address of those who have none. */
  name: string;
  organizations: readonly string[];
  /** Of the interface, as they chose it; null if they did not. */
  language: InterfaceLanguage | null;
}

export type AuthenticatedExchange = Exchange & { principal: Principal };
/** `form` is empty if the request was no form. */
export type PersonExchange = Exchange & { logIn: BrowserSession; form: URLSearchParams };

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

interface RouteBase {
  method: Method;
  /** With `:name` for variable parts. */
  path: string;
  family: Family;
  /** For the description of the API; null if there is no such route. */
  operation: Operation | null;
  /** Scripts of any other site may call it, because it looks at no cookie. */
  crossOrigin?: boolean;
  /** Of a path that no route took: the methods that a key allows on it, if it is one of the API. */
  apiMethods?: readonly Method[];
}

export interface PublicRoute extends RouteBase {
  access: "public";
  /** A valid credential counts and gets its limits in the answer, though none is needed; for what no route takes. */
  countsCallers?: ResourceName;
  handle: (exchange: Exchange) => Answering;
}

/** Below `/v1` a person's browser session counts as a key of theirs that allows everything, under the rules of `PersonRoute`. */
export interface KeyRoute extends RouteBase {
  access: "key";
  /** The scope that an OAuth token needs here; API keys allow everything. Every route below `/v1` names one. */
  scope?: Scope;
  /** The resource of the OAuth token; `api` if it is left out. */
  resource?: ResourceName;
  /** Accepts `Idempotency-Key`, as those do that take an upload. */
  idempotent?: boolean;
  /** Takes an upload: counts as concurrent audio request, accepts `Idempotency-Key`, may take minutes. */
  audio?: boolean;
  /** A WebSocket: its credential may come as a subprotocol or be a client secret, and is never a cookie. */
  socket?: true;
  handle: (exchange: AuthenticatedExchange) => Answering;
}

/** A route that anybody may call. @param name its method and path. */
export function publicRoute(
  name: `${Method} ${string}`,
  operation: PublicRoute["operation"],
  handle: PublicRoute["handle"],
): PublicRoute {
  const [method, path] = name.split(" ") as [Method, string];
  return { method, path, family: "product", access: "public", operation, handle };
}

/** A route of the API for callers with a key, whose token needs the scope. @param name its method and path. */
export function keyRoute(
  scope: Scope,
  name: `${Method} ${string}`,
  operation: Operation,
  handle: KeyRoute["handle"],
): KeyRoute {
  const [method, path] = name.split(" ") as [Method, string];
  return { method, path, scope, family: "product", access: "key", operation, handle };
}

/**
 * For a person who is logged in with a browser. Without a session a page leads to the log-in and back; below `/v1` the
 * answer is an error. Any other request than GET must come from a page of this server and carry the session's CSRF token: in
 * the form field `csrf`, or in the header `x-csrf-token`, after which the body is left to the route.
 */
export interface PersonRoute extends RouteBase {
  access: "person";
  /** Also for somebody who has yet to set up the second step that their organization asks for. */
  beforeSecondStep?: true;
  /** A key or token that comes instead of a session gets 403; without it, the answer is 401. */
  refusesKeys?: true;
  /** Called before `handle`, and before anything of the body is read. Throws if the person may not. */
  admit?: (exchange: PersonExchange) => void;
  handle: (exchange: PersonExchange) => Answering;
}

export type Route = PublicRoute | KeyRoute | PersonRoute;

/** Routes that wait for nothing answer at once. */
export type Answering = Response | Promise<Response>;
/** Rejects where the request fails. */
export type Handler = (exchange: Exchange) => Promise<Response>;
/** Wraps what comes after it; once, when the application is made. */
export type Middleware = (next: Handler) => Handler;

/** The middleware from the first to the last, and then the route's handler. */
export function compose(middleware: readonly Middleware[]): Handler {
  return middleware.reduceRight<Handler>((next, wrap) => wrap(next), handle);
}

async function handle(exchange: Exchange): Promise<Response> {
  const { route } = exchange;
  if (route.access === "public") return route.handle(exchange);
  if (route.access === "person") return handleForPerson(exchange, route);
  if (!isAuthenticated(exchange)) throw new Error(`${route.path} was reached without authentication`);
  return route.handle(exchange);
}

function handleForPerson(exchange: Exchange, route: PersonRoute): Answering {
  const { logIn, form } = exchange;
  if (logIn === null || form === null) throw new Error(`${route.path} was reached without a log-in`);
  const known = Object.assign(exchange, { logIn, form });
  route.admit?.(known);
  return route.handle(known);
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
    accountId: exchange.principal?.accountId ?? exchange.logIn?.userId,
    keyId: exchange.principal?.credential.id,
  };
}
