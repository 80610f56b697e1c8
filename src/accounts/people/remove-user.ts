/** The end of an account. `dictation/remove-person.ts` ends the person's history before. */
import { TiroError } from "../../lib/errors.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { countOtherOwners, membershipsOf } from "../../store/organizations/members.ts";
import { organizationById } from "../../store/organizations/organizations.ts";
import { deleteUser, type RemovedRows } from "../../store/people/user-removal.ts";
import type { User } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { hasOtherAdministrator } from "./server-roles.ts";

/** @throws TiroError `invalid_request` if they are an organization's last owner, or the last administrator. */
export function requireRemovable(db: Db, { id, administrator }: User): void {
  const left = membershipsOf(db, id)
    .filter(({ role, organizationId }) => role === "owner" && countOtherOwners(db, organizationId, id) === 0)
    .map(({ organizationId }) => organizationById(db, organizationId)?.name ?? organizationId);
  if (left.length > 0)
    throw new TiroError("invalid_request", `The person is the last owner of ${left.join(", ")}.`, {
      param: "user",
      hint: "Make somebody else an owner first: `tiro orgs members role ORG --user USER --role owner`.",
    });
  if (administrator && !hasOtherAdministrator(db, id))
    throw new TiroError("invalid_request", "The last administrator cannot be removed.", {
      param: "user",
      hint: "`tiro users setup-link` gives the account to somebody else: they set its address, name and password.",
    });
}

/**
 * Removes the account with its keys, jobs, log-ins and the access of apps. The audit log, the ledger and invoices stay.
 * @throws TiroError as `requireRemovable`.
 */
export function removeUser(deps: ChangeDeps, user: User): RemovedRows {
  const { db } = deps;
  return inTransaction(db, () => {
    requireRemovable(db, user);
    const removed = deleteUser(db, user.id);
    const { keys, grants, jobs } = removed;
    recordAudit(deps, "user.removed", user.id, { keys, grants, jobs });
    return removed;
  });
}
