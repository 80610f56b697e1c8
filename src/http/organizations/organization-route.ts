/** Shared parts of the routes of organizations: for people who are logged in, by their role. */
import { z } from "zod";
import { type Membership, type Permission, requirePermission } from "../../accounts/policies/permissions.ts";
import type { Operation } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import type { Answering, PersonExchange, PersonRoute } from "../../web/route.ts";

export const ORGANIZATIONS_PATH = "/v1/organizations";

interface OrganizationOperation extends Omit<Operation, "tags" | "path" | "errors"> {
  /** Variable parts of the path besides the organization. */
  parts?: Operation["path"];
  errors?: Operation["errors"];
  /** Called if the person's role has the permission. */
  handle: (exchange: PersonExchange, membership: Membership) => Answering;
}

/** @param name the method, and the path below the organization's own. */
export function organizationRoute(
  { db }: PersonDeps,
  permission: Permission,
  name: PersonRoute["method"] | `${PersonRoute["method"]} /${string}`,
  { parts, errors = [], handle, ...operation }: OrganizationOperation,
): PersonRoute {
  const [method, path = ""] = name.split(" ") as [PersonRoute["method"], string?];
  return {
    method,
    path: `${ORGANIZATIONS_PATH}/:organization${path}`,
    family: "product",
    access: "person",
    operation: {
      ...operation,
      tags: ["Organizations"],
      path: { organization: z.string().describe("`org_…`"), ...parts },
      errors: ["organization_not_found", "role_required", ...errors],
    },
    handle: (exchange) => {
      const place = { userId: exchange.logIn.userId, organizationId: exchange.params.organization ?? "" };
      return handle(exchange, requirePermission(db, place, permission));
    },
  };
}
