import type { ChallengedResource } from "../../accounts/oauth/challenge.ts";
import type { Principal } from "../../accounts/principal.ts";
import type { Middleware } from "../../web/route.ts";

/** Lets only holders of a valid credential past, except on public routes. */
export function authentication(
  authenticate: (
    authorization: string | null,
    asked: ChallengedResource,
    address: () => string,
  ) => Promise<Principal>,
): Middleware {
  return (next) => async (exchange) => {
    const { route, request, address, publicUrl } = exchange;
    if (route.access !== "key") return next(exchange);
    const asked = { publicUrl, resource: route.resource ?? "api" };
    exchange.principal = await authenticate(request.headers.get("authorization"), asked, address);
    return next(exchange);
  };
}
