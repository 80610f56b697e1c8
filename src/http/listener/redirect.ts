/** Answers on the port of plain HTTP with the https address. */
import { type OwnAddressDeps, ownAddress } from "../../web/own-address.ts";
import type { Application } from "./listener.ts";

/** 308 keeps method and body. Browsers shall not keep it: the site may choose another address. */
export function redirectToHttps(deps: OwnAddressDeps): Application {
  const addressFor = ownAddress(deps);
  const { port } = new URL(deps.publicUrl);
  return {
    server: null,
    fetch: (request) => {
      const target = new URL(addressFor(request));
      // The caller's own has the port of plain HTTP.
      target.port = port;
      const { pathname, search } = new URL(request.url);
      const location = target.origin + pathname + search;
      return new Response(null, {
        status: 308,
        headers: { location, "cache-control": "no-store", connection: "close" },
      });
    },
  };
}
