/** Shared parts of the routes of the server's administrators and auditors: no key opens them. */
import { requireStrongLogIn } from "../../accounts/log-in/required-second-step.ts";
import { requireServerPermission, type ServerPermission } from "../../accounts/policies/permissions.ts";
import type { Operation } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { Answering, PersonExchange, PersonRoute } from "../../web/route.ts";

interface AdministrationOperation extends Omit<Operation, "tags" | "path"> {
  /** Variable parts of the path. */
  parts?: Operation["path"];
  /** It only asks, though it is no `GET`. */
  changesNothing?: boolean;
  /** Called if the person's role in the server has the permission and, for a change, they did not log in by a password alone. */
  handle: (exchange: PersonExchange) => Answering;
}

/** @param name the method, and the path below `/v1/administration`. */
export function administrationRoute(
  { db }: PersonDeps,
  permission: ServerPermission,
  name: `${PersonRoute["method"]} /${string}`,
  { parts, changesNothing = false, errors = [], handle, ...operation }: AdministrationOperation,
): PersonRoute {
  const [method, path] = name.split(" ") as [PersonRoute["method"], string];
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
    admit: ({ logIn }) => {
      requireServerPermission(db, logIn.userId, permission);
      if (method !== "GET" && !changesNothing) requireStrongLogIn(db, logIn);
    },
    handle,
  };
}
