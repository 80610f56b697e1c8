/** Keeps other people's web pages away from `/mcp`, and lets those in a browser in that the site allows. */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { knownHosts, type OwnAddressDeps, urlOf } from "../web/own-address.ts";
import type { Middleware } from "../web/route.ts";

/**
 * The protocol asks servers to check `Origin`, and `Host` with it: a page can make its own name resolve to this server
 * (DNS rebinding), but it can neither take another name nor digits.
 * @throws `host_not_allowed`, `origin_not_allowed`.
 */
export function originGuard(deps: OwnAddressDeps): Middleware {
  const { publicUrl, config } = deps;
  const isKnownHost = knownHosts(deps);
  const origins = new Set([new URL(publicUrl).origin, ...config.mcp.allowed_origins]);
  return (next) => async (exchange) => {
    if (exchange.route.family !== "mcp") return next(exchange);
    const { headers } = exchange.request;
    const host = headers.get("host") ?? "";
    if (!isKnownHost(urlOf(host)?.hostname ?? "")) throw hostNotAllowed();
    const origin = headers.get("origin");
    if (origin === null) return next(exchange);
    if (!origins.has(origin) && origin !== `http://${host}` && origin !== `https://${host}`)
      throw originNotAllowed();
    exchange.answerHeaders["Access-Control-Allow-Origin"] = origin;
    exchange.answerHeaders["Access-Control-Expose-Headers"] = EXPOSED.join(", ");
    exchange.answerHeaders.Vary = "Origin";
    return next(exchange);
  };
}

/** Which headers a browser lets such a page read and send. */
const EXPOSED = ["WWW-Authenticate", "Retry-After", "x-request-id"];
const ACCEPTED = [
  "Accept",
  "Authorization",
  "Content-Type",
  "Last-Event-ID",
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "Mcp-Session-Id",
  "Service-User",
];

/** The browser's question whether a page may call at all; the guard has decided by now. */
export function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      Allow: "OPTIONS, POST",
      "Access-Control-Allow-Methods": "POST",
      "Access-Control-Allow-Headers": ACCEPTED.join(", "),
      "Access-Control-Max-Age": String(limits.mcpPreflightSeconds),
    },
  });
}

function hostNotAllowed(): TiroError {
  return new TiroError(
    "host_not_allowed",
    "This server is not known under this host name. Its operator can add the name to mcp.allowed_hosts.",
  );
}

function originNotAllowed(): TiroError {
  return new TiroError(
    "origin_not_allowed",
    "Pages of this origin may not call this server. Its operator can add the origin to mcp.allowed_origins.",
  );
}
