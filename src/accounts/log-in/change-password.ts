import { issueFor, TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";
import { passwordHashOf, upsertPassword } from "../../store/credentials/passwords.ts";
import { transact } from "../../store/database/write-lock.ts";
import type { User } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { endBrowserSessions } from "../credentials/browser-sessions.ts";
import { FieldChecks, type NewPassword } from "../credentials/field-checks.ts";
import type { KnownDevice, Passwords } from "../credentials/passwords.ts";
import { revokeGrantsOf } from "../oauth/grants.ts";

export interface PasswordChange extends NewPassword {
  currentPassword: string;
  /** Network address of the caller. */
  address: string;
  device: KnownDevice | null;
  keepSessions: boolean;
  keepApps: boolean;
}

/**
 * Sets another password and, unless they are kept, ends the person's browser sessions and what apps may do for them.
 * @throws TiroError `invalid_request` with an issue for each field that is not valid, `rate_limit_exceeded` after too
 *   many wrong current ones.
 */
export async function changePassword(
  deps: ChangeDeps & { passwords: Passwords },
  user: User,
  { currentPassword, address, device, keepSessions, keepApps, ...wanted }: PasswordChange,
): Promise<void> {
  const { db, clock, passwords } = deps;
  const checks = new FieldChecks();
  checks.password(wanted, { email: user.email, name: user.name ?? "" });
  checks.finish();
  // Before it is compared: a password set from now on shows.
  const before = passwordHashOf(db, user.id);
  const known = await passwords.verify({ email: user.email, password: currentPassword, address, device });
  if (known?.id !== user.id) throw wrong();
  const hash = await passwords.hash(wanted.password);
  await transact(db, () => {
    // Meanwhile it may have been changed elsewhere: the one that was shown to be known is no longer the current one.
    if (passwordHashOf(db, user.id) !== before) throw wrong();
    upsertPassword(db, user.id, hash, clock.now());
    recordAudit(deps, "user.password_changed", user.id);
    if (!keepSessions) endBrowserSessions(deps, user.id);
    if (!keepApps) revokeGrantsOf(deps, user.id);
  });
}

function wrong(): TiroError {
  const fault = personFault("password_not_current");
  return new TiroError("invalid_request", fault, { issues: [issueFor("current_password", fault)] });
}
