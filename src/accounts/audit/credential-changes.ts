/** What became of a person's ways to log in, for the person: who did not do it has to notice. */
import { limits } from "../../config/limits.ts";
import { toIsoTime } from "../../lib/clock.ts";
import { newestAuditRowsOf } from "../../store/audit/audit-log.ts";
import type { Db } from "../../store/db.ts";
import type { AuditAction } from "./actions.ts";

const CHANGES = {
  "user.set_up": "set_up",
  "user.password_changed": "password_changed",
  "user.second_step_enabled": "second_step_enabled",
  "user.second_step_disabled": "second_step_disabled",
  "user.recovery_codes_renewed": "recovery_codes_renewed",
  "user.passkey_added": "passkey_added",
  "user.passkey_removed": "passkey_removed",
  "user.company_account_linked": "company_account_linked",
  "user.company_account_unlinked": "company_account_unlinked",
} as const satisfies Partial<Record<AuditAction, string>>;

/** What a line of the audit log says of its target's ways to log in; null where it says nothing of them. */
export function changeOfCredential(action: string): CredentialChange["change"] | null {
  return Object.hasOwn(CHANGES, action) ? CHANGES[action as keyof typeof CHANGES] : null;
}

export interface CredentialChange {
  change: (typeof CHANGES)[keyof typeof CHANGES];
  at: string;
  /** Network address; null where the operator did it. */
  address: string | null;
}

/**
 * Newest first, of the last days; without those that this session made itself, and without the set-up with which it began.
 * @param methods how the session began.
 */
export function credentialChanges(
  { db, nowMs }: { db: Db; nowMs: number },
  { id, userId, methods }: { id: string; userId: string; methods: readonly string[] },
): CredentialChange[] {
  const own = methods.includes("setup_link") ? "setup-link" : id;
  const since = nowMs - limits.credentialChangeMs;
  const filter = {
    target: userId,
    actions: Object.keys(CHANGES),
    since,
    limit: limits.credentialChangeLines,
  };
  return newestAuditRowsOf(db, filter)
    .filter(({ credential }) => credential !== id && credential !== own)
    .slice(0, limits.credentialChangesShown)
    .map(({ action, at, address }) => ({
      change: CHANGES[action as keyof typeof CHANGES],
      at: toIsoTime(at),
      address,
    }));
}
