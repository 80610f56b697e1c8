import type { Clock } from "../../lib/clock.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { companySessionsMatching, consumeLogoutToken } from "../../store/log-in/company-sessions.ts";
import { endBrowserSession } from "../credentials/browser-sessions.ts";
import { type LogoutOrder, LogoutTokenRefused } from "./logout-token.ts";

/**
 * Ends the browser sessions that began with the provider's session, or with any of the subject's where the order names
 * none. Apps that a person gave access keep it: they were to work without the person (OpenID Connect Back-Channel
 * Logout §2.7, `offline_access`).
 * @throws LogoutTokenRefused if the order was followed before.
 */
export function logOutByCompany(
  { db, clock, address }: { db: Db; clock: Clock; address: string },
  order: LogoutOrder,
): void {
  inTransaction(db, () => {
    if (!consumeLogoutToken(db, order, clock.now())) throw new LogoutTokenRefused("it was used before");
    const actor = { id: "system", credential: "company-log-in", address };
    for (const { id, userId } of companySessionsMatching(db, order))
      endBrowserSession({ db, clock, actor }, userId, id);
  });
}
