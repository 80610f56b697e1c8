import type { ResourceName } from "../../accounts/oauth/resources.ts";
import type { Principal } from "../../accounts/principal.ts";
import type { Middleware } from "../../web/route.ts";

/** Lets only holders of a valid credential past, except on public routes. */
export function authentication(
  authenticate: (
    authorization: string | null,
    resource: ResourceName,
    address: () => string,
  ) => Promise<Principal>,
): Middleware {
  return (next) => async (exchange) => {
    const { route, request, address } = exchange;
    if (route.access !== "key") return next(exchange);
    exchange.principal = await authenticate(
      request.headers.get("authorization"),
      route.resource ?? "api",
      address,
    );
    return next(exchange);
  };
}
