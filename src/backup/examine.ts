import { verifyAudit } from "../accounts/audit/audit-log.ts";
import { OperatorError } from "../lib/errors.ts";
import { faultsOf } from "../store/database/integrity.ts";
import type { Db } from "../store/db.ts";

/**
 * Reads the whole database.
 * @param auditHead that its audit log must reach, if it is known.
 * @returns what is wrong with the audit log: a reason to look, and none to be without a backup.
 * @throws OperatorError `backup_damaged`.
 */
export function examine(db: Db, auditHead: string | null): string | null {
  const [fault, ...more] = faultsOf(db);
  if (fault !== undefined)
    throw new OperatorError("backup_damaged", "The database in the backup is damaged.", {
      hint: `SQLite says: ${fault}${more.length > 0 ? `, and ${more.length} more faults` : ""}. \`tiro doctor\` says whether the database itself is; older backups stay as they are.`,
    });
  const verdict = verifyAudit(db, auditHead);
  return verdict.intact ? null : `line ${verdict.line}: ${verdict.problem}`;
}
