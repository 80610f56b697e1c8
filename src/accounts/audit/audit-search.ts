/** The whole audit log, looked through in steps: a filter that fits nothing must not hold up the server. */
import { limits } from "../../config/limits.ts";
import type { Cursors } from "../../lib/cursor.ts";
import type { Slices } from "../../lib/slices.ts";
import { type AuditRow, type AuditSearch, auditHead, findAuditRows } from "../../store/audit/audit-log.ts";
import type { Db } from "../../store/db.ts";
import type { AuditPage } from "./organization-audit.ts";

/**
 * The newest first. One call looks at `limits.auditLinesSearched` lines at most: a page may be shorter than asked for, even
 * empty, and continue with its cursor.
 * @throws TiroError `invalid_cursor`.
 */
export function* searchAudit(
  { db, cursors }: { db: Db; cursors: Cursors },
  search: AuditSearch,
  { limit, cursor }: { limit: number; cursor: string | null },
): Slices<AuditPage> {
  const scope = `audit ${JSON.stringify(search)}`;
  const begin =
    cursor === null ? (auditHead(db)?.sequence ?? 0) + 1 : (cursors.decode(scope, cursor) as number);
  const end = Math.max(1, begin - limits.auditLinesSearched);
  const rows: AuditRow[] = [];
  let before = begin;
  while (before > end && rows.length < limit) {
    const from = Math.max(end, before - limits.auditLinesSearchedAtOnce);
    rows.push(...findAuditRows(db, search, { from, before, limit: limit - rows.length }));
    // A page that is full continues right after its last line.
    before = rows.length === limit ? (rows.at(-1) as AuditRow).sequence : from;
    yield;
  }
  return { rows, nextCursor: before > 1 ? cursors.encode(scope, before) : null };
}
