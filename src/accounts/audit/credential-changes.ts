/** Changes of a person's ways to log in, shown to the person, who must notice changes by others. */
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { type AuditRow, newestAuditRowsOf } from "../../store/audit/audit-log.ts";
import type { Db } from "../../store/db.ts";
import { userById } from "../../store/people/users.ts";
import type { AuditAction } from "./actions.ts";

const CHANGES = {
  "user.set_up": "set_up",
  "user.email_changed": "email_changed",
  "user.password_changed": "password_changed",
  "user.second_step_enabled": "second_step_enabled",
  "user.second_step_disabled": "second_step_disabled",
  "user.recovery_codes_renewed": "recovery_codes_renewed",
  "user.passkey_added": "passkey_added",
  "user.passkey_removed": "passkey_removed",
  "user.company_account_linked": "company_account_linked",
  "user.company_account_unlinked": "company_account_unlinked",
} as const satisfies Partial<Record<AuditAction, string>>;

/** The change of the target's ways to log in by a line of the audit log; null if none. */
export function changeOfCredential(action: string): CredentialChange["change"] | null {
  return Object.hasOwn(CHANGES, action) ? CHANGES[action as keyof typeof CHANGES] : null;
}

/** Who makes a link has the account until it is used: what came of the link names them. */
const LINK_MADE: AuditAction = "user.setup_link_made";

export interface CredentialChange {
  change: (typeof CHANGES)[keyof typeof CHANGES];
  at: string;
  /** Network address; null if the operator did it. */
  address: string | null;
  /** Who did it, or made the link with which it was done: somebody else's name, or the operator; null: the person, or tiro itself. */
  by: { operator: boolean; name: string } | null;
}

/**
 * Newest first, of the last days; without those that this session made itself, and without the set-up with which it began.
 * @param methods how the session began.
 */
export function credentialChanges(
  { db, nowMs }: { db: Db; nowMs: number },
  { id, userId, methods }: { id: string; userId: string; methods: readonly string[] },
): CredentialChange[] {
  const since = nowMs - limits.credentialChangeMs;
  const actions = [...Object.keys(CHANGES), LINK_MADE];
  const filter = { target: userId, actions, since, limit: limits.credentialChangeLines };
  const rows = newestAuditRowsOf(db, filter);
  const ownSetUp = methods.includes("setup_link")
    ? rows.find(({ action }) => action === "user.set_up")
    : undefined;
  return rows
    .flatMap((row, index) => {
      const change = changeOfCredential(row.action);
      if (change === null || row.credential === id || row === ownSetUp) return [];
      const link = rows.slice(index).find(({ action }) => action === LINK_MADE);
      return [{ ...row, change, by: otherOf(db, userId, change === "set_up" ? link : row) }];
    })
    .slice(0, limits.credentialChangesShown)
    .map(({ change, at, address, by }) => ({ change, at: toIsoTime(at), address, by }));
}

function otherOf(db: Db, userId: string, row: AuditRow | undefined): CredentialChange["by"] {
  if (row === undefined || row.actor === userId) return null;
  if (row.actor === "operator") return { operator: true, name: "" };
  const user = userById(db, row.actor);
  return user && { operator: false, name: user.name ?? user.email };
}
