/** What the routes of the server's administrators have in common: they only read, and no key opens them. */
import { requireAdministrator } from "../../accounts/policies/permissions.ts";
import type { Operation } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { Answering, PersonExchange, PersonRoute } from "../../web/route.ts";

/** @param handle called where the person is an administrator. */
export function administrationRoute(
  { db }: PersonDeps,
  path: string,
  { errors = [], ...operation }: Omit<Operation, "tags">,
  handle: (exchange: PersonExchange) => Answering,
): PersonRoute {
  return {
    method: "GET",
    path: `/v1/administration${path}`,
    family: "product",
    access: "person",
    refusesKeys: true,
    operation: { ...operation, tags: ["Administration"], errors: ["administrator_required", ...errors] },
    handle: (exchange) => {
      requireAdministrator(db, exchange.logIn.userId);
      return handle(exchange);
    },
  };
}
