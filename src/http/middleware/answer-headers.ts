import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { DAY_SECONDS } from "../../lib/units.ts";
import type { Middleware } from "../../web/route.ts";

/** Puts on every answer the request's id, what every answer says, and what else became known on its way. */
export function answerHeaders(config: Pick<Config, "server">): Middleware {
  const transport = strictTransport(config);
  return (next) => async (exchange) => {
    const answer = await next(exchange);
    answer.headers.set("x-request-id", exchange.requestId);
    if (transport !== null) answer.headers.set("strict-transport-security", transport);
    for (const [name, value] of Object.entries(exchange.answerHeaders)) answer.headers.set(name, value);
    return answer;
  };
}

/** RFC 6797. Without TLS of its own it is the proxy's to say. */
function strictTransport({ server: { tls } }: Pick<Config, "server">): string | null {
  const automatic = tls.redirect_listen === undefined ? 0 : limits.hstsDaysDefault;
  const days = tls.hsts_days === "auto" ? automatic : tls.hsts_days;
  if (tls.certificate === undefined || days === 0) return null;
  return `max-age=${days * DAY_SECONDS}${tls.hsts_subdomains ? "; includeSubDomains" : ""}`;
}
