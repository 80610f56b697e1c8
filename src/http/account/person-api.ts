/** What the routes have in common that only a person may use, with the browser in which they are logged in. */
import { requireFreshLogIn } from "../../web/browser-session.ts";
import type { Operation } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { Answering, PersonExchange, PersonRoute } from "../../web/route.ts";

type PersonOperation = Omit<Operation, "tags"> & {
  tag?: Operation["tags"][0];
  /** For what nobody may do at a browser that was left open: the person has shown not long ago that it is they. */
  fresh?: true;
};

/** @param name the method and the path. */
export function personApi(
  deps: PersonDeps,
  name: `${PersonRoute["method"]} /v1/${string}`,
  { tag = "Account", fresh, ...operation }: PersonOperation,
  handle: (exchange: PersonExchange) => Answering,
): PersonRoute {
  const [method, path] = name.split(" ") as [PersonRoute["method"], string];
  const errors = [...(operation.errors ?? []), ...(fresh ? (["fresh_log_in_required"] as const) : [])];
  return {
    method,
    path,
    family: "product",
    access: "person",
    refusesKeys: true,
    operation: { ...operation, tags: [tag], errors },
    handle: (exchange) => {
      if (fresh) requireFreshLogIn(deps, exchange.logIn);
      return handle(exchange);
    },
  };
}
