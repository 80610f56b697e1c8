import type { ResourceName } from "../../accounts/oauth/resources.ts";
import type { Principal } from "../../accounts/principal.ts";
import type { Middleware } from "../../web/route.ts";

/** Lets only holders of a valid credential past, except on public routes. */
export function authentication(
  authenticate: (authorization: string | null, resource: ResourceName) => Principal | Promise<Principal>,
): Middleware {
  return (next) => (exchange) => {
    const { route, request } = exchange;
    if (route.access !== "key") return next(exchange);
    const principal = authenticate(request.headers.get("authorization"), route.resource ?? "api");
    if (principal instanceof Promise) {
      return principal.then((found) => {
        exchange.principal = found;
        return next(exchange);
      });
    }
    exchange.principal = principal;
    return next(exchange);
  };
}
