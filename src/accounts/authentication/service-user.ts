import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { isId } from "../../lib/ids.ts";
import type { Db } from "../../store/db.ts";
import { lastCompanyLogIn } from "../../store/log-in/company-identities.ts";
import { memberOf } from "../../store/organizations/members.ts";
import { userById } from "../../store/people/users.ts";
import { accessOver, isAccessOver } from "../policies/company-rules.ts";
import type { Principal } from "./principal.ts";

export interface ServiceUserDeps {
  db: Db;
  clock: Clock;
  config: Pick<Config, "company_log_in">;
}

/**
 * Whom a request acts as on product and dictation routes: with an organization's key the member whom the header
 * `Service-User` names, with a person's own key that person, whatever the header says.
 * @throws TiroError `user_required`, `user_not_member` or, for a disabled member, `account_disabled`.
 */
export function actAsMember(
  { db, clock, config }: ServiceUserDeps,
  principal: Principal,
  serviceUser: string | null,
): Principal {
  if (!isId("org", principal.accountId)) return principal;
  if (serviceUser === null || serviceUser === "")
    throw new TiroError(
      "user_required",
      "Here, an organization key acts as one of the organization's members. Send `Service-User: usr_…` with the member's id.",
      { param: "Service-User" },
    );
  const member = isId("usr", serviceUser) ? memberOf(db, principal.accountId, serviceUser) : null;
  if (member === null)
    throw new TiroError(
      "user_not_member",
      "The header Service-User does not name a member of the key's organization.",
      { param: "Service-User" },
    );
  const user = userById(db, member.userId);
  if (user?.disabledAt !== null)
    throw new TiroError("account_disabled", "The member's account is disabled. Ask your administrator.");
  if (!user.administrator && isAccessOver(config, lastCompanyLogIn(db, user.id), clock.now()))
    throw accessOver(config);
  return { ...principal, userId: member.userId };
}
