import type { Principal } from "../../accounts/principal.ts";
import type { Middleware } from "../../web/route.ts";

/** Lets only holders of a valid credential past, except on public routes. */
export function authentication(authenticate: (authorization: string | null) => Principal): Middleware {
  return (next) => (exchange) => {
    if (exchange.route.access === "key") {
      exchange.principal = authenticate(exchange.request.headers.get("authorization"));
    }
    return next(exchange);
  };
}
