/** The lines of the audit log that are an organization's own: about itself, its members and its keys. */
import type { Cursors } from "../../lib/cursor.ts";
import { type AuditRow, auditRowsOfOrganization } from "../../store/audit/audit-log.ts";
import type { Db } from "../../store/db.ts";

export interface AuditPage {
  /** The newest first. */
  rows: AuditRow[];
  nextCursor: string | null;
}

/** @throws TiroError `invalid_cursor`. */
export function organizationAudit(
  { db, cursors }: { db: Db; cursors: Cursors },
  organizationId: string,
  { limit, cursor }: { limit: number; cursor: string | null },
): AuditPage {
  const scope = `audit ${organizationId}`;
  const before = cursor === null ? null : (cursors.decode(scope, cursor) as number);
  const rows = auditRowsOfOrganization(db, { organizationId, before, limit: limit + 1 });
  const { items, next } = cursors.page(scope, rows, limit, ({ sequence }) => sequence);
  return { rows: items, nextCursor: next.next_cursor };
}
