/** Whether a request says clearly where it goes, before anything else is decided. */
import { TiroError } from "../lib/errors.ts";
import { urlOf } from "../web/own-address.ts";
import type { Family, PublicRoute } from "../web/route.ts";
import { isPathAsSent } from "./listener/sent-path.ts";

/** The fault of the request's method, host or path, for its sender; null if nothing is. */
export function targetFault(request: Request): string | null {
  if (request.method === "CONNECT") return "This server is no proxy and takes no CONNECT.";
  // Two of them arrive as one with a comma.
  if (urlOf(request.headers.get("host") ?? "") === null || !URL.canParse(request.url))
    return "The request must have one Host header: a host name or an address, with a port at most.";
  if (!isPathAsSent(request))
    return "Send the path as it is meant: without `.` and `..`, backslashes or fragments.";
  return null;
}

/** A pseudo-route, so that the refusal is counted and logged with its id as every answer is. */
export function refusedRoute(fault: string, family: Family): PublicRoute {
  return {
    method: "GET",
    path: "(refused)",
    family,
    access: "public",
    operation: null,
    handle: () => {
      throw new TiroError("invalid_request", fault);
    },
  };
}

/** Whether the path begins before the 11th character, as in `https://ab/`. */
export function hasShortHost({ url }: Request): boolean {
  return url.indexOf("/", "http://".length + 1) < "https://abc".length;
}

/** Empty if the address is none. */
export function pathOf({ url }: Request): string {
  return URL.canParse(url) ? new URL(url).pathname : "";
}
