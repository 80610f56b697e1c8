/**
 * Who a person of the company's identity provider is here. Issuer and subject name them for good. If these are not
 * known yet, the provider is believed an e-mail address only if it has verified it and the address is of a domain for
 * which the operator lets it speak; and even so it opens no account that has other ways in, or an administrator's:
 * those are linked by the person, while logged in (`linkIdentity`). Otherwise, anyone who gets an address at the provider gets
 * the account.
 */

import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import { type PersonFault, personFault } from "../../lib/person-faults.ts";
import { shownName } from "../../lib/visible-names.ts";
import { passwordHashOf } from "../../store/credentials/passwords.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  deleteIdentitiesOf,
  identitiesOf,
  insertIdentity,
  setIdentityLoggedIn,
  userIdOfIdentity,
} from "../../store/log-in/company-identities.ts";
import { passkeysOf } from "../../store/log-in/passkeys.ts";
import { limitedGroups } from "../../store/metering/group-usage.ts";
import { type User, userByEmail, userById } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { assignMembershipsByGroups, groupRules, namedGroups } from "../organizations/group-memberships.ts";
import { addUser } from "../people/users.ts";
import { CompanyLogInRefused } from "./company-refusals.ts";
import type { CompanyIdentity } from "./identity-provider.ts";

export interface CompanyDeps {
  db: Db;
  clock: ChangeDeps["clock"];
  settings: Config["company_log_in"];
  /** Network address of the caller. */
  address: string;
}

/**
 * The person, whose account is made and linked where the settings say so; their place in the organization follows.
 * @throws CompanyLogInRefused if nobody may be let in by it.
 */
export function userOfIdentity(deps: CompanyDeps, identity: CompanyIdentity): User {
  requireAllowedGroup(deps.settings, identity);
  return inTransaction(deps.db, () => {
    const user = knownUser(deps.db, identity) ?? newcomer(deps, identity);
    if (user.disabledAt !== null)
      throw new CompanyLogInRefused("account_disabled", personFault("account_disabled_ask"));
    noteLogIn(deps, identity);
    assignMembershipsByGroups(changesBy(deps, user), groupRules(deps.db, deps.settings), user.id, true);
    return user;
  });
}

/**
 * Links a person who is logged in, so that they can log in that way too.
 * @throws CompanyLogInRefused if the provider does not vouch for the person's own address, or somebody is linked
 *   already.
 */
export function linkIdentity(
  deps: CompanyDeps,
  changes: ChangeDeps,
  user: User,
  identity: CompanyIdentity,
): void {
  requireAllowedGroup(deps.settings, identity);
  inTransaction(deps.db, () => {
    const email = vouchedEmail(deps, identity);
    if (email.toLowerCase() !== user.email.toLowerCase())
      throw new CompanyLogInRefused(
        "address_differs",
        personFault("company_address_differs", email, user.email),
      );
    const known = knownUser(deps.db, identity);
    if (known?.id === user.id) return;
    if (known !== null)
      throw new CompanyLogInRefused("account_of_another", personFault("company_account_taken"));
    link(changes, user, identity);
  });
}

export function isLinked(db: Db, userId: string): boolean {
  return identitiesOf(db, userId).length > 0;
}

/** @throws TiroError `invalid_request` if the person has no other way in, or must log in with it now and then. */
export function unlinkIdentity(
  changes: ChangeDeps,
  { required, access_days }: CompanyDeps["settings"],
  { id: userId, administrator }: User,
): void {
  const { db } = changes;
  inTransaction(db, () => {
    if ((required || access_days !== undefined) && !administrator)
      throw refused(personFault("company_required"));
    if (!hasOwnWayIn(db, userId)) throw refused(personFault("no_other_way_in"));
    if (deleteIdentitiesOf(db, userId)) recordAudit(changes, "user.company_account_unlinked", userId);
  });
}

function knownUser(db: Db, identity: CompanyIdentity): User | null {
  const userId = userIdOfIdentity(db, identity);
  return userId === null ? null : userById(db, userId);
}

/** Nobody is known by this identity yet. */
function newcomer(deps: CompanyDeps, identity: CompanyIdentity): User {
  const email = vouchedEmail(deps, identity);
  const holder = userByEmail(deps.db, email);
  if (holder === null) return newUser(deps, email, identity);
  if (hasOwnWayIn(deps.db, holder.id) || isLinked(deps.db, holder.id) || holder.administrator)
    throw new CompanyLogInRefused("account_exists", personFault("company_account_exists", email));
  link(changesBy(deps, holder), holder, identity);
  return holder;
}

function newUser(deps: CompanyDeps, email: string, identity: CompanyIdentity): User {
  if (!deps.settings.create_accounts)
    throw new CompanyLogInRefused("no_account", personFault("no_account", email));
  const actor = { id: "system", credential: "company-log-in", address: deps.address };
  const name = shownName(identity.name ?? "", limits.personNameChars) || email;
  const user = addUser({ ...deps, actor }, { email, name });
  link(changesBy(deps, user), user, identity);
  return user;
}

function vouchedEmail({ settings }: CompanyDeps, { email, emailVerified }: CompanyIdentity): string {
  if (email === null)
    throw new CompanyLogInRefused("address_missing", personFault("company_address_missing"));
  if (!(emailVerified ?? settings.trust_email_domains))
    throw new CompanyLogInRefused("address_unverified", personFault("company_address_unverified", email));
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!settings.email_domains?.includes(domain))
    throw new CompanyLogInRefused("domain_foreign", personFault("company_domain_foreign", domain));
  return email;
}

function link({ db, clock, actor }: ChangeDeps, user: User, { issuer, subject }: CompanyIdentity): void {
  insertIdentity(db, user.id, { issuer, subject }, clock.now());
  recordAudit({ db, clock, actor }, "user.company_account_linked", user.id, { issuer, subject });
}

/** @throws CompanyLogInRefused if no provider reported that they are in one. */
function requireAllowedGroup({ allowed_groups }: CompanyDeps["settings"], { groups }: CompanyIdentity): void {
  if (allowed_groups.length === 0 || groups?.some((group) => allowed_groups.includes(group))) return;
  throw new CompanyLogInRefused("group_wrong", personFault("company_group_wrong"));
}

function noteLogIn({ db, clock, settings }: CompanyDeps, identity: CompanyIdentity): void {
  const { groups } = identity;
  setIdentityLoggedIn(db, identity, clock.now(), groups && keptGroups(db, settings, groups));
}

/** Those that the settings name, and those with a limit. */
function keptGroups(db: Db, settings: CompanyDeps["settings"], groups: readonly string[]): string[] {
  const limited = new Set(limitedGroups(db));
  const named = new Set(namedGroups(settings, groups));
  return groups.filter((group) => named.has(group) || limited.has(group));
}

function changesBy({ db, clock, address }: CompanyDeps, { id }: User): ChangeDeps {
  return { db, clock, actor: { id, credential: "company-log-in", address } };
}

function hasOwnWayIn(db: Db, userId: string): boolean {
  return passwordHashOf(db, userId) !== null || passkeysOf(db, userId).length > 0;
}

function refused(message: PersonFault): TiroError {
  return new TiroError("invalid_request", message, { param: "company_log_in" });
}
