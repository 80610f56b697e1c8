import { z } from "zod";
import { organizationAudit } from "../../accounts/audit/organization-audit.ts";
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { Cursors } from "../../lib/cursor.ts";
import { isoTime, listOf, pageLimit } from "../../lib/wire.ts";
import type { AuditRow } from "../../store/audit/audit-log.ts";
import { userById } from "../../store/people/users.ts";
import { installationSecret } from "../../store/secrets/installation-secrets.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { pageCursor } from "../../web/person-input.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { organizationRoute } from "./organization-route.ts";

export const AuditEvent = z.object({
  object: z.literal("audit_event"),
  at: isoTime,
  actor: z
    .string()
    .describe("`usr_…`; `operator` for the administrator of the server, `system` for tiro itself."),
  actor_name: z.string().nullable(),
  address: z.string().nullable().describe("The network address from which it was done."),
  action: z.string().meta({ examples: ["member.role_set"] }),
  target: z.string().describe("The organization, or a key of it."),
  details: z.looseObject({}),
});

const querySchema = z.object({
  cursor: pageCursor.optional(),
  limit: pageLimit({ max: limits.pageSizeMax, byDefault: limits.pageSizeDefault }),
});

export function auditRoute(deps: PersonDeps): PersonRoute {
  const cursors = new Cursors(installationSecret(deps.db, "cursors"), deps.clock, limits);
  return organizationRoute(
    deps,
    {
      method: "GET",
      path: "/audit",
      permission: "audit.read",
      id: "listOrganizationAudit",
      summary: "Who changed what about the organization, its members and its keys",
      query: querySchema.shape,
      answers: { 200: jsonOf("A page of events, the newest first.", listOf(AuditEvent)) },
      errors: ["invalid_request", "invalid_cursor"],
    },
    ({ request }, { organization }) => {
      const { limit, cursor = null } = readQuery(request, querySchema);
      const page = organizationAudit({ db: deps.db, cursors }, organization.id, { limit, cursor });
      return jsonAnswer(200, {
        object: "list",
        data: page.rows.map((row) => eventBody(deps, row)),
        has_more: page.nextCursor !== null,
        next_cursor: page.nextCursor,
      });
    },
  );
}

function eventBody({ db }: PersonDeps, row: AuditRow): z.infer<typeof AuditEvent> {
  const { at, actor, address, action, target, details } = row;
  return {
    object: "audit_event",
    at: toIsoTime(at),
    actor,
    actor_name: userById(db, actor)?.name ?? null,
    address,
    action,
    target,
    details: JSON.parse(details) as Record<string, unknown>,
  };
}
