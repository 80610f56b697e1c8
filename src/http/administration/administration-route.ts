/** Shared parts of the routes of the server's administrators and auditors: no key opens them. */
import { requireStrongLogIn } from "../../accounts/log-in/required-second-step.ts";
import { requireServerPermission, type ServerPermission } from "../../accounts/policies/permissions.ts";
import type { Operation } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { Answering, PersonExchange, PersonRoute } from "../../web/route.ts";

interface AdministrationOperation extends Omit<Operation, "tags" | "path"> {
  /** Below `/v1/administration`. */
  path: string;
  /** Its variable parts. */
  parts?: Operation["path"];
  permission: ServerPermission;
  /** `GET` where it is left out. */
  method?: PersonRoute["method"];
  /** It only asks, though it is no `GET`. */
  changesNothing?: boolean;
  /** Called if the person's role in the server has the permission and, for a change, they did not log in by a password alone. */
  handle: (exchange: PersonExchange) => Answering;
}

export function administrationRoute({ db }: PersonDeps, route: AdministrationOperation): PersonRoute {
  const {
    path,
    parts,
    permission,
    method = "GET",
    changesNothing = false,
    errors = [],
    handle,
    ...operation
  } = route;
  return {
    method,
    path: `/v1/administration${path}`,
    family: "product",
    access: "person",
    refusesKeys: true,
    operation: {
      ...operation,
      ...(parts && { path: parts }),
      tags: ["Administration"],
      errors: ["administrator_required", ...errors],
    },
    handle: (exchange) => {
      requireServerPermission(db, exchange.logIn.userId, permission);
      if (method !== "GET" && !changesNothing) requireStrongLogIn(db, exchange.logIn);
      return handle(exchange);
    },
  };
}
