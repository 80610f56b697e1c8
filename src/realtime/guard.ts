/** Keeps other people's web pages from opening streams: a browser lets any page connect to any WebSocket. */
import type { Config } from "../config/schema.ts";
import { TiroError } from "../lib/errors.ts";
import { knownHosts, type OwnAddressDeps, urlOf } from "../web/own-address.ts";
import type { Middleware } from "../web/route.ts";

interface GuardDeps extends OwnAddressDeps {
  config: Pick<Config, "server" | "mcp">;
}

/**
 * `Host` is one of this server's, so that no page can make a name of its own lead here (DNS rebinding); `Origin`, if a
 * browser sent it, is this server's or one that the site allows.
 * @throws TiroError `host_not_allowed`, `origin_not_allowed`.
 */
export function streamGuard(deps: GuardDeps): Middleware {
  const { publicUrl, config } = deps;
  const isKnownHost = knownHosts(deps);
  return (next) => async (exchange) => {
    const { route, request } = exchange;
    if (route.access !== "key" || !route.socket) return next(exchange);
    const host = request.headers.get("host") ?? "";
    if (!isKnownHost(urlOf(host)?.hostname ?? ""))
      throw new TiroError(
        "host_not_allowed",
        "This server is not known under this host name. Its operator can add the name to mcp.allowed_hosts.",
      );
    const origin = request.headers.get("origin");
    const own = [new URL(publicUrl).origin, `http://${host}`, `https://${host}`];
    if (origin !== null && ![...own, ...config.server.allowed_origins].includes(origin))
      throw new TiroError(
        "origin_not_allowed",
        "Pages of this origin may not open streams. The operator of this server can add the origin to server.allowed_origins.",
      );
    return next(exchange);
  };
}
