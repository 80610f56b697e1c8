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
  detail_names: z
    .record(z.string(), z.string())
    .describe(
      "Names of the people, organizations and keys whose ids the details have; of an organization's log, of those in it now.",
    ),
});

/** @param namedOf the name of an id in the details, as far as the reader may see it. */
export function auditEventBody(
  db: Db,
  row: AuditRow,
  namedOf: (id: string) => string | null | undefined,
): z.infer<typeof AuditEvent> {
  const { at, actor, address, action, target } = row;
  const details = JSON.parse(row.details) as Record<string, unknown>;
  return {
    object: "audit_event",
    at: toIsoTime(at),
    actor,
    actor_name: userById(db, actor)?.name ?? null,
    address,
    action,
    target,
    details,
    detail_names: detailNames(details, namedOf),
  };
}

const NAMED = /^(usr|org|key)_[0-9a-f]{32}$/;

function detailNames(
  details: Record<string, unknown>,
  namedOf: (id: string) => string | null | undefined,
): Record<string, string> {
  const named = Object.values(details).flatMap((value) => {
    const name = typeof value === "string" && NAMED.test(value) ? namedOf(value) : null;
    return name ? [[value, name]] : [];
  });
  return Object.fromEntries(named);
}
