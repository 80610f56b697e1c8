import { z } from "zod";
import { organizationAudit } from "../../accounts/audit/organization-audit.ts";
import { limits } from "../../config/limits.ts";
import { Cursors } from "../../lib/cursor.ts";
import { listOf, pageLimit } from "../../lib/wire.ts";
import { memberOf } from "../../store/organizations/members.ts";
import { userById } from "../../store/people/users.ts";
import { installationSecret } from "../../store/secrets/installation-secrets.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { pageCursor } from "../../web/person-input.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { AuditEvent, auditEventBody } from "../bodies/audit-event.ts";
import { organizationRoute } from "./organization-route.ts";

const querySchema = z.object({
  cursor: pageCursor.optional(),
  limit: pageLimit({ max: limits.pageSizeMax, byDefault: limits.pageSizeDefault }),
});

export function auditRoute(deps: PersonDeps): PersonRoute {
  const cursors = new Cursors(installationSecret(deps.db, "cursors"), deps.clock, limits);
  return organizationRoute(deps, "audit.read", "GET /audit", {
    id: "listOrganizationAudit",
    summary: "Who changed what about the organization, its members and its keys",
    query: querySchema.shape,
    answers: { 200: jsonOf("A page of events, the newest first.", listOf(AuditEvent)) },
    errors: ["invalid_request", "invalid_cursor"],
    handle: ({ request }, { organization }) => {
      const { limit, cursor = null } = readQuery(request, querySchema);
      const page = organizationAudit({ db: deps.db, cursors }, organization.id, { limit, cursor });
      const named = (id: string) => {
        if (id === organization.id) return organization.name;
        // Nothing of those who have left.
        return memberOf(deps.db, organization.id, id) === null ? null : userById(deps.db, id)?.name;
      };
      return jsonAnswer(200, {
        object: "list",
        data: page.rows.map((row) => auditEventBody(deps.db, row, named)),
        has_more: page.nextCursor !== null,
        next_cursor: page.nextCursor,
      });
    },
  });
}
