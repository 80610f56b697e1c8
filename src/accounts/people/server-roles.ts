/** Who runs the server, and who audits it: set on the command line and by administrators in the browser. */
import { TiroError } from "../../lib/errors.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { allUsers, type User, updateUser } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { type ServerRole, serverRoleOf } from "../policies/permissions.ts";
import { findUser } from "./users.ts";

/**
 * @param to null: neither.
 * @throws TiroError `invalid_request` if people change their own role in the browser, and for the last administrator who
 *   can log in.
 */
export function setServerRole(deps: ChangeDeps, userId: string, to: ServerRole | null): User {
  const { db, actor } = deps;
  return inTransaction(db, () => {
    const before = findUser(db, userId);
    const from = serverRoleOf(before);
    if (from === to) return before;
    if (actor.id === userId)
      throw new TiroError("invalid_request", "Nobody changes their own role; another administrator does.", {
        param: "server_role",
      });
    if (from === "administrator" && !hasOtherAdministrator(db, userId))
      throw new TiroError("invalid_request", "This is the last administrator who is not disabled.", {
        param: "server_role",
        hint: "Make somebody else an administrator first: `tiro users set-role USER administrator`.",
      });
    const after = { ...before, administrator: to === "administrator", auditor: to === "auditor" };
    updateUser(db, after);
    recordAudit(deps, "user.server_role_set", userId, { server_role: { from, to } });
    return after;
  });
}

/** Whether somebody else, who is not disabled, could let people in again. */
export function hasOtherAdministrator(db: Db, userId: string): boolean {
  return allUsers(db).some(
    ({ id, administrator, disabledAt }) => administrator && disabledAt === null && id !== userId,
  );
}
