import { limits } from "../../config/limits.ts";
import type { Middleware } from "../../web/route.ts";

/** Lets scripts of other sites read the answer, on the routes that are for them (Fetch, "CORS protocol"). */
export function crossOrigin(): Middleware {
  return (next) => async (exchange) => {
    if (exchange.route.crossOrigin) exchange.answerHeaders["Access-Control-Allow-Origin"] = "*";
    return next(exchange);
  };
}

/** Remote agents in a browser send the protocol's version with every request, these included. */
export function preflightAnswer(methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": "Authorization, Content-Type, MCP-Protocol-Version",
      "Access-Control-Max-Age": String(limits.preflightSeconds),
    },
  });
}
