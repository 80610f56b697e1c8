/** The audit log of the whole server. */
import { z } from "zod";
import { searchAudit } from "../../accounts/audit/audit-search.ts";
import { limits } from "../../config/limits.ts";
import { Cursors } from "../../lib/cursor.ts";
import { inTurns } from "../../lib/in-turns.ts";
import { listOf, pageLimit } from "../../lib/wire.ts";
import { nameOf } from "../../metering/names.ts";
import type { AuditRow } from "../../store/audit/audit-log.ts";
import { installationSecret } from "../../store/secrets/installation-secrets.ts";
import { jsonAnswer } from "../../web/answers.ts";
import { jsonOf } from "../../web/operation.ts";
import type { PersonDeps } from "../../web/person.ts";
import { creationFilterFields, pageCursor } from "../../web/person-input.ts";
import { readQuery } from "../../web/query.ts";
import type { PersonRoute } from "../../web/route.ts";
import { AuditEvent, auditEventBody } from "../bodies/audit-event.ts";
import { administrationRoute } from "./administration-route.ts";

export const ServerAuditEvent = AuditEvent.extend({
  sequence: z.int().describe("The number of its line, from 1."),
  credential: z
    .string()
    .nullable()
    .describe("What let the actor in, such as `key_…`, `brs_…` or `cli:` and a name of the system's."),
  target_name: z.string().nullable().describe("Null also of what was deleted."),
});

const filter = z.string().max(limits.cursorChars).optional();
const querySchema = z.object({
  action: filter.describe("Only lines with this action, such as `user.disabled`."),
  actor: filter.describe("Only what this one did: `usr_…`, `operator`, `system`."),
  target: filter.describe("Only what was done to this one: `usr_…`, `org_…`, `key_…`."),
  address: filter.describe("Only what came from this network address."),
  ...creationFilterFields,
  cursor: pageCursor.optional(),
  limit: pageLimit({ max: limits.pageSizeMax, byDefault: limits.pageSizeDefault }),
});

export function serverAuditRoute(deps: PersonDeps): PersonRoute {
  const { db, clock } = deps;
  const cursors = new Cursors(installationSecret(db, "cursors"), clock, limits);
  return administrationRoute(
    deps,
    "/audit",
    {
      permission: "audit.read",
      id: "listAudit",
      summary: "Who changed what on the server",
      description:
        "One call looks at 200,000 lines at most: where a filter fits few of them, a page may be short, or empty, and `next_cursor` goes on.",
      query: querySchema.shape,
      answers: { 200: jsonOf("A page of events, the newest first.", listOf(ServerAuditEvent)) },
      errors: ["invalid_request", "invalid_cursor"],
    },
    async ({ request }) => {
      const { limit, cursor = null, since = null, until = null, ...chosen } = readQuery(request, querySchema);
      const { action = null, actor = null, target = null, address = null } = chosen;
      const search = { action, actor, target, address, sinceMs: since, untilMs: until };
      const slices = searchAudit({ db, cursors }, search, { limit, cursor });
      const { rows, nextCursor } = await inTurns(slices, limits.auditSearchTurnMs);
      return jsonAnswer(200, {
        object: "list",
        data: rows.map((row) => eventBody(deps, row)),
        has_more: nextCursor !== null,
        next_cursor: nextCursor,
      });
    },
  );
}

function eventBody({ db }: PersonDeps, row: AuditRow): z.infer<typeof ServerAuditEvent> {
  const { sequence, credential, target } = row;
  const event = auditEventBody(db, row);
  return { ...event, sequence, credential, target_name: nameOf(db, target) ?? null };
}
