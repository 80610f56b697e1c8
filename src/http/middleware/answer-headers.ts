import type { Middleware } from "../../web/route.ts";

/** Puts on every answer the request's id, and what else became known on its way. */
export function answerHeaders(): Middleware {
  return (next) => async (exchange) => {
    const answer = await next(exchange);
    answer.headers.set("x-request-id", exchange.requestId);
    for (const [name, value] of Object.entries(exchange.answerHeaders)) answer.headers.set(name, value);
    return answer;
  };
}
