import type { Db } from "../store/db.ts";
import { organizationById } from "../store/organizations.ts";
import { type Plan, type User, userById } from "../store/users.ts";
import { allowsHistory, policyOf } from "./policy.ts";
import type { Principal } from "./principal.ts";

export interface CurrentUser {
  user: User;
  /** Of the account that pays. */
  plan: Plan;
  historyAvailable: boolean;
}

/** The person as whom the request acts, as `GET /me` shows them. */
export function currentUser(db: Db, principal: Principal): CurrentUser {
  const { accountId, userId } = principal;
  const user = userId === null ? null : userById(db, userId);
  if (user === null) throw new Error("no person was resolved for this request");
  const plan = accountId === user.id ? user.plan : (organizationById(db, accountId)?.plan ?? user.plan);
  return { user, plan, historyAvailable: allowsHistory(policyOf(db, principal)) };
}
