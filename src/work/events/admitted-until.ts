import type { Principal } from "../../accounts/authentication/principal.ts";
import { endOfBrowserSession, listBrowserSessions } from "../../accounts/credentials/browser-sessions.ts";
import { endOfKey, longestKeyDays, type SiteKeyLife } from "../../accounts/credentials/key-lifetime.ts";
import { secondStepMissingFor } from "../../accounts/log-in/required-second-step.ts";
import { allowsLogInMethods, endOfAccess, lastProof } from "../../accounts/policies/company-rules.ts";
import type { Config } from "../../config/schema.ts";
import type { Clock } from "../../lib/clock.ts";
import { isId } from "../../lib/ids.ts";
import { isWithin } from "../../lib/network.ts";
import { keyById } from "../../store/credentials/api-keys.ts";
import type { Db } from "../../store/db.ts";
import { identitiesOf, lastCompanyLogIn } from "../../store/log-in/company-identities.ts";
import { oauthGrantById } from "../../store/oauth/grants.ts";
import { memberOf } from "../../store/organizations/members.ts";
import { organizationById } from "../../store/organizations/organizations.ts";
import { type User, userById } from "../../store/people/users.ts";

export interface AdmissionDeps extends SiteKeyLife {
  db: Db;
  clock: Clock;
  config: Pick<Config, "auth" | "company_log_in" | "web">;
}

const NOT_ANY_MORE = Number.NEGATIVE_INFINITY;
const NO_END = Number.POSITIVE_INFINITY;

/**
 * How long the credential of a long-lasting call would still let it in, if nothing is changed meanwhile; asking does
 * not count as use.
 * @param address network address from which it came.
 * @returns milliseconds since the epoch, in the past where it would be refused; infinite if time alone ends nothing.
 */
export function admittedUntil(deps: AdmissionDeps, principal: Principal, address: string): number {
  if (!isAccountOpen(deps, principal, address)) return NOT_ANY_MORE;
  if (principal.userId === null) return endOfOwnKey(deps, principal);
  const user = userById(deps.db, principal.userId);
  if (user === null || user.disabledAt !== null) return NOT_ANY_MORE;
  const lastLogInAt = user.administrator ? null : lastCompanyLogIn(deps.db, user.id);
  return Math.min(endOfAccess(deps.config, lastLogInAt), endOfCredential(deps, user, principal));
}

/** An organization's key may act for its members, or for the organization, from the networks that it allows. */
function isAccountOpen({ db }: AdmissionDeps, { accountId, userId }: Principal, address: string): boolean {
  if (!isId("org", accountId)) return true;
  const organization = organizationById(db, accountId);
  if (organization === null || organization.disabledAt !== null) return false;
  const { keyNetworks } = organization;
  if (keyNetworks !== null && !isWithin(address, keyNetworks)) return false;
  return userId === null || memberOf(db, accountId, userId) !== null;
}

function endOfCredential(deps: AdmissionDeps, user: User, { credential }: Principal): number {
  const { db, config } = deps;
  const { id, method, scopes, tokenEndsAt = NO_END } = credential;
  if (method === "browser_session") {
    const session = listBrowserSessions(deps, user.id).find((own) => own.id === id);
    if (session === undefined || !allowsLogInMethods(config, user, session.methods)) return NOT_ANY_MORE;
    return secondStepMissingFor(deps, session).length > 0 ? NOT_ANY_MORE : endOfBrowserSession(session);
  }
  if (method === "oauth") {
    const grant = oauthGrantById(db, id);
    if (grant === null || grant.revokedAt !== null) return NOT_ANY_MORE;
    if (!scopes.every((scope) => grant.scopes.includes(scope))) return NOT_ANY_MORE;
    return Math.min(tokenEndsAt, grant.expiresAt, endWithoutCompany(deps, user, grant));
  }
  const key = keyById(db, id);
  if (key === null || key.revokedAt !== null) return NOT_ANY_MORE;
  const end = endOfKey(key, longestKeyDays(db, key.accountId, deps)) ?? NO_END;
  return key.userId === null ? end : Math.min(end, endWithoutCompany(deps, user, key));
}

/** Of an organization's key that acts for nobody. */
function endOfOwnKey(deps: AdmissionDeps, { credential: { id } }: Principal): number {
  const key = keyById(deps.db, id);
  if (key === null || key.revokedAt !== null || key.userId !== null) return NOT_ANY_MORE;
  return endOfKey(key, longestKeyDays(deps.db, key.accountId, deps)) ?? NO_END;
}

/** As authentication looks at a person's keys and apps. */
function endWithoutCompany(
  { db, config }: AdmissionDeps,
  user: User,
  { createdAt }: { createdAt: number },
): number {
  const isStranger = !user.administrator && identitiesOf(db, user.id).length === 0;
  return endOfAccess(config, lastProof(config, { lastCompanyLogInAt: null, isStranger, createdAt }));
}
