import type { SecurityEvents } from "../../accounts/audit/security-events.ts";
import { limits } from "../../config/limits.ts";
import type { Middleware } from "../../web/route.ts";

const FOREIGN: ReadonlySet<string | null> = new Set([
  "foreign_request",
  "host_not_allowed",
  "origin_not_allowed",
]);

/** Logs that another site's page, or another name for this server, was refused. */
export function securityLog(security: SecurityEvents): Middleware {
  return (next) => async (exchange) => {
    const answer = await next(exchange);
    const { errorCode, request, route } = exchange;
    if (!FOREIGN.has(errorCode)) return answer;
    const origin = request.headers.get("origin")?.slice(0, limits.originChars) ?? "none";
    const details = { code: errorCode ?? "", origin };
    security.note("origin.refused", { target: route.path, address: exchange.address(), details });
    return answer;
  };
}
