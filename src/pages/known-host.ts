import { TiroError } from "../lib/errors.ts";
import { personFault } from "../lib/person-faults.ts";
import { knownHosts, type OwnAddressDeps, urlOf } from "../web/own-address.ts";
import type { Middleware, Route } from "../web/route.ts";
import { withFailurePage } from "./frame/failure.ts";
import { languageOf } from "./frame/reader.ts";
import { wentWrong } from "./messages/faults.ts";

/**
 * Pages, log-in and other routes that look at cookies answer under the names that the site vouches for: another site's page
 * can make a name of its own resolve to this server (DNS rebinding), but can take neither another name nor digits.
 * @throws TiroError `host_not_allowed`.
 */
export function knownHostOfPages(deps: OwnAddressDeps): Middleware {
  const isKnown = knownHosts(deps);
  return (next) => async (exchange) => {
    const { request, route } = exchange;
    if (!isForPeople(route, request)) return next(exchange);
    const host = urlOf(request.headers.get("host") ?? "");
    if (host !== null && isKnown(host.hostname)) return next(exchange);
    const refuse = () => {
      throw new TiroError("host_not_allowed", personFault("host_unexpected"));
    };
    if (route.path.startsWith("/v1/")) return refuse();
    return withFailurePage(exchange, { title: wentWrong[languageOf(exchange)] }, refuse);
  };
}

function isForPeople({ access, operation, path }: Route, { headers }: Request): boolean {
  if (access === "person") return true;
  if (access === "public") return operation?.tags.includes("Pages") === true;
  return path.startsWith("/v1/") && !headers.has("authorization") && headers.has("cookie");
}
