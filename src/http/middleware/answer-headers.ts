import type { Middleware } from "../route.ts";

/** Pages replace the policy by one of their own; nothing else here is ever shown by a browser. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Puts on every answer what every answer carries. */
export function answerHeaders(): Middleware {
  return async (exchange, next) => {
    const answer = await next();
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!answer.headers.has(name)) answer.headers.set(name, value);
    }
    answer.headers.set("x-request-id", exchange.requestId);
    for (const [name, value] of exchange.answerHeaders) answer.headers.set(name, value);
    return answer;
  };
}
