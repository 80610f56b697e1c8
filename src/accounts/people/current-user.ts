import type { Plan } from "../../config/plans.ts";
import { remember } from "../../store/database/remember.ts";
import { type Db, perDatabase } from "../../store/db.ts";
import { organizationById } from "../../store/organizations/organizations.ts";
import { type User, userById } from "../../store/people/users.ts";
import type { Principal } from "../authentication/principal.ts";
import { allowsHistory, policyOf } from "../policies/policy.ts";

export interface CurrentUser {
  user: User;
  /** Of the account that pays. */
  plan: Plan;
  historyAvailable: boolean;
}

/** The person as whom the request acts, as `GET /me` shows them. */
export function currentUser(
  db: Db,
  { accountId, userId }: Omit<Principal, "credential">,
): Readonly<CurrentUser> {
  const found = currentUsers(db)(`${accountId} ${userId}`);
  if (found === null) throw new Error("no person was resolved for this request");
  return found;
}

const currentUsers = perDatabase((db) =>
  remember(db, ["users", "organizations", "members"], (ids): CurrentUser | null => {
    const [accountId = "", userId = ""] = ids.split(" ");
    const user = userById(db, userId);
    if (user === null) return null;
    const plan = accountId === user.id ? user.plan : (organizationById(db, accountId)?.plan ?? user.plan);
    return { user, plan, historyAvailable: allowsHistory(policyOf(db, { accountId, userId })) };
  }),
);
