import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import type { Middleware, Route } from "../../web/route.ts";

/**
 * Lets scripts of other sites read the answer (Fetch, "CORS protocol"): of every site on the routes that are for all,
 * of the allowed ones on those of the API. Cookies never count there, so that a page has no more than the key it sends.
 */
export function crossOrigin({ server }: Pick<Config, "server">): Middleware {
  const allowed: ReadonlySet<string> = new Set(server.allowed_origins);
  return (next) => async (exchange) => {
    const { answerHeaders, request, route } = exchange;
    if (route.crossOrigin === true) answerHeaders["Access-Control-Allow-Origin"] = "*";
    else if (allowed.size > 0 && isApi(route)) {
      const origin = request.headers.get("origin");
      answerHeaders.Vary = "Origin";
      if (origin !== null && allowed.has(origin)) {
        answerHeaders["Access-Control-Allow-Origin"] = origin;
        answerHeaders["Access-Control-Expose-Headers"] = EXPOSED.join(", ");
        if (request.method === "OPTIONS" && route.apiMethods?.length)
          return preflightAnswer(route.apiMethods);
      }
    }
    return next(exchange);
  };
}

function isApi({ access, family, path, apiMethods }: Route): boolean {
  if (apiMethods !== undefined) return true;
  return access === "key" && (family === "product" || family === "transcription") && path.startsWith("/v1/");
}

/** Headers of the API's answers. */
const EXPOSED = [
  "x-request-id",
  "x-should-retry",
  "Retry-After",
  "retry-after-ms",
  "x-ratelimit-limit-requests",
  "x-ratelimit-remaining-requests",
  "x-ratelimit-reset-requests",
  "x-ratelimit-limit-concurrency",
  "x-ratelimit-remaining-concurrency",
  "Idempotent-Replayed",
  "Tiro-Formatting",
  "Tiro-Unsure-Words",
  "WWW-Authenticate",
];
/** Clients send headers of their own: the wildcard stands for all but `Authorization`; old browsers do not know it. */
const ACCEPTED = "Authorization, Content-Type, Idempotency-Key, MCP-Protocol-Version, Service-User, *";

/** The browser's question whether a page may call at all. */
export function preflightAnswer(methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": ACCEPTED,
      "Access-Control-Max-Age": String(limits.preflightSeconds),
    },
  });
}
