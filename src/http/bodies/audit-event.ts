/** A line of the audit log, as people see it. */
import { z } from "zod";
import { toIsoTime } from "../../lib/clock.ts";
import { isoTime } from "../../lib/wire.ts";
import type { AuditRow } from "../../store/audit/audit-log.ts";
import type { Db } from "../../store/db.ts";
import { userById } from "../../store/people/users.ts";

export const AuditEvent = z.object({
  object: z.literal("audit_event"),
  at: isoTime,
  actor: z
    .string()
    .describe("`usr_…`; `operator` for the administrator of the server, `system` for tiro itself."),
  actor_name: z.string().nullable(),
  address: z.string().nullable().describe("The network address from which it was done."),
  action: z.string().meta({ examples: ["member.role_set"] }),
  target: z.string().describe("The changed thing: an account, a key or another, by its id."),
  details: z.looseObject({}),
});

export function auditEventBody(db: Db, row: AuditRow): z.infer<typeof AuditEvent> {
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
