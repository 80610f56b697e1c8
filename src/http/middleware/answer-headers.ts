import { type Middleware, whenAnswered } from "../../web/route.ts";

/** Puts on every answer the request's id, and what else became known on its way. */
export function answerHeaders(): Middleware {
  return (next) => (exchange) =>
    whenAnswered(next(exchange), ({ headers }) => {
      headers.set("x-request-id", exchange.requestId);
      for (const name in exchange.answerHeaders) headers.set(name, exchange.answerHeaders[name] ?? "");
    });
}
