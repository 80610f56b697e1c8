import type { Clock } from "../lib/clock.ts";
import { isId } from "../lib/ids.ts";
import { keyById } from "../store/api-keys.ts";
import type { Db } from "../store/db.ts";
import { memberOf } from "../store/members.ts";
import { oauthGrantById } from "../store/oauth-grants.ts";
import { organizationById } from "../store/organizations.ts";
import { userById } from "../store/users.ts";
import { listBrowserSessions } from "./browser-sessions.ts";
import { endOfKey, longestKeyDays, type SiteKeyLife } from "./key-life.ts";
import type { Principal } from "./principal.ts";

export interface HoldsDeps extends SiteKeyLife {
  db: Db;
  clock: Clock;
}

/** Whether what let a call in that goes on for long would let it in still; it does not count as use. */
export function credentialHolds(deps: HoldsDeps, principal: Principal): boolean {
  return isPersonThere(deps.db, principal) && isCredentialThere(deps, principal);
}

function isPersonThere(db: Db, { accountId, userId }: Principal): boolean {
  if (userId === null || userById(db, userId)?.disabledAt !== null) return false;
  if (!isId("org", accountId)) return true;
  return organizationById(db, accountId)?.disabledAt === null && memberOf(db, accountId, userId) !== null;
}

function isCredentialThere(deps: HoldsDeps, { userId, credential: { id, method } }: Principal): boolean {
  const { db, clock } = deps;
  if (method === "browser_session")
    return listBrowserSessions(deps, userId ?? "").some((own) => own.id === id);
  if (method === "oauth") {
    const grant = oauthGrantById(db, id);
    return grant !== null && grant.revokedAt === null && grant.expiresAt > clock.now();
  }
  const key = keyById(db, id);
  if (key === null || key.revokedAt !== null) return false;
  const end = endOfKey(key, longestKeyDays(db, key.accountId, deps));
  return end === null || end > clock.now();
}
