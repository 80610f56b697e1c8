import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Middleware } from "../../web/route.ts";

const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** Checks the headers that callers may choose freely, before anything costly. @throws `invalid_request`. */
export function requestHeaders(): Middleware {
  return (next) => async (exchange) => {
    const { headers } = exchange.request;
    exchange.clientRequestId = printable(headers, "X-Client-Request-Id", 0, limits.clientRequestIdChars);
    const { route } = exchange;
    if (route.access === "key" && (route.audio || route.idempotent)) {
      exchange.idempotencyKey = printable(headers, "Idempotency-Key", 1, limits.idempotencyKeyChars);
    }
    return next(exchange);
  };
}

function printable(headers: Headers, name: string, minChars: number, maxChars: number): string | null {
  const value = headers.get(name);
  if (value === null) return null;
  if (value.length >= minChars && value.length <= maxChars && PRINTABLE_ASCII.test(value)) return value;
  throw new TiroError(
    "invalid_request",
    `The header ${name} must have ${minChars} to ${maxChars} printable ASCII characters.`,
    { param: name },
  );
}
