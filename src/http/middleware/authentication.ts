import type { ChallengedResource } from "../../accounts/oauth/challenge.ts";
import type { Principal } from "../../accounts/principal.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Middleware } from "../../web/route.ts";

type Authenticate = (
  authorization: string | null,
  asked: ChallengedResource,
  address: () => string,
) => Promise<Principal>;

/** Lets only holders of a valid credential past, except on public routes, where a wrong one does not matter. */
export function authentication(authenticate: Authenticate): Middleware {
  return (next) => async (exchange) => {
    const { route, request, address, publicUrl } = exchange;
    const header = request.headers.get("authorization");
    if (route.access === "key") {
      const asked = { publicUrl, resource: route.resource ?? "api" };
      exchange.principal = await authenticate(header, asked, address);
    } else if (route.access === "public" && route.countsCallers && header !== null) {
      const asked = { publicUrl, resource: route.countsCallers };
      exchange.principal = await authenticate(header, asked, address).catch(nobody);
    }
    return next(exchange);
  };
}

function nobody(error: unknown): null {
  if (error instanceof TiroError && error.status < 500) return null;
  throw error;
}
