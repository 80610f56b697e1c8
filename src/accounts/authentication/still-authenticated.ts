import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import { isId } from "../../lib/ids.ts";
import { isWithin } from "../../lib/network.ts";
import { keyById } from "../../store/credentials/api-keys.ts";
import type { Db } from "../../store/db.ts";
import { lastCompanyLogIn } from "../../store/log-in/company-identities.ts";
import { oauthGrantById } from "../../store/oauth/grants.ts";
import { memberOf } from "../../store/organizations/members.ts";
import { organizationById } from "../../store/organizations/organizations.ts";
import { userById } from "../../store/people/users.ts";
import { listBrowserSessions } from "../credentials/browser-sessions.ts";
import { endOfKey, longestKeyDays, type SiteKeyLife } from "../credentials/key-lifetime.ts";
import { allowsLogInMethods, isAccessOver } from "../policies/company-rules.ts";
import type { Principal } from "./principal.ts";

export interface StillAuthenticatedDeps extends SiteKeyLife {
  db: Db;
  clock: Clock;
  config: Pick<Config, "company_log_in">;
}

/**
 * Whether what let a call in that goes on for long would let it in still; it does not count as use.
 * @param address network address from which it came.
 */
export function isStillAuthenticated(
  deps: StillAuthenticatedDeps,
  principal: Principal,
  address: string,
): boolean {
  return isPersonThere(deps, principal, address) && isCredentialThere(deps, principal);
}

function isPersonThere(
  { db, clock, config }: StillAuthenticatedDeps,
  { accountId, userId, credential }: Principal,
  address: string,
): boolean {
  const user = userId === null ? null : userById(db, userId);
  if (userId === null || user === null || user.disabledAt !== null) return false;
  const lastLogInAt = user.administrator ? null : lastCompanyLogIn(db, userId);
  if (isAccessOver(config, lastLogInAt, clock.now())) return false;
  if (!isId("org", accountId)) return true;
  const organization = organizationById(db, accountId);
  if (organization === null || organization.disabledAt !== null) return false;
  const isFromElsewhere =
    credential.method === "api_key" &&
    organization.keyNetworks !== null &&
    !isWithin(address, organization.keyNetworks);
  return !isFromElsewhere && memberOf(db, accountId, userId) !== null;
}

function isCredentialThere(
  deps: StillAuthenticatedDeps,
  { userId, credential: { id, method } }: Principal,
): boolean {
  const { db, clock, config } = deps;
  if (method === "browser_session") {
    const session = listBrowserSessions(deps, userId ?? "").find((own) => own.id === id);
    const person = { administrator: userById(db, userId ?? "")?.administrator === true };
    return session !== undefined && allowsLogInMethods(config, person, session.methods);
  }
  if (method === "oauth") {
    const grant = oauthGrantById(db, id);
    return grant !== null && grant.revokedAt === null && grant.expiresAt > clock.now();
  }
  const key = keyById(db, id);
  if (key === null || key.revokedAt !== null) return false;
  const end = endOfKey(key, longestKeyDays(db, key.accountId, deps));
  return end === null || end > clock.now();
}
