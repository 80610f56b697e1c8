/**
 * Whose quotas a request draws on: its account's; the person's, if it has limits of its own and an organization pays; those
 * of the person's organizations, if limits were set for them and the person's own account is used; and those of the groups
 * (departments) to which the person belongs, as the directory and the identity provider name them.
 */
import type { Principal } from "../accounts/authentication/principal.ts";
import { organizationsOf } from "../accounts/policies/permissions.ts";
import { isId } from "../lib/ids.ts";
import type { Db } from "../store/db.ts";
import { groupNamesOf } from "../store/directory/groups.ts";
import { claimedGroupsOf } from "../store/log-in/company-identities.ts";
import {
  audioSecondsOfGroup,
  groupAccountId,
  limitedGroups,
  limitedOrganizations,
} from "../store/metering/group-usage.ts";
import { audioSecondsAsMember, audioSecondsOf, type Days } from "../store/metering/usage.ts";
import type { Organization } from "../store/organizations/organizations.ts";
import { type LimitsDeps, limitsOf, type OwnLimits, ownLimitsOf } from "./limits.ts";

/** Who uses something up. `userId` is null if an organization's key acts for nobody. */
export type Consumer = Pick<Principal, "accountId" | "userId">;

/** Of an account for which nobody acts but its own person. */
export function consumerOf(accountId: string): Consumer {
  return { accountId, userId: isId("usr", accountId) ? accountId : null };
}

export interface QuotaHolder {
  kind: "account" | "person" | "organization" | "group";
  /** Of the account, person or organization; of a group `group:` and its name. */
  id: string;
  /** As a sentence to the caller begins; of an organization or a group its name. */
  name: string;
  limits: OwnLimits;
  usedSeconds: (db: Db, days: Days) => number;
  /** Whether something that is under way counts for it. */
  includes: (db: Db, consumer: Consumer) => boolean;
}

/** The account first. */
export function quotaHolders(deps: LimitsDeps, { accountId, userId }: Consumer): QuotaHolder[] {
  const { db } = deps;
  const holders = [accountHolder(accountId, limitsOf(deps, accountId))];
  if (userId === null) return holders;
  if (userId !== accountId) {
    const limits = ownLimitsOf(db, userId);
    if (hasAny(limits))
      holders.push({ ...personHolder(userId, limits), kind: "person", name: "This person" });
  } else {
    for (const { id, name } of limitedOrganizationsOf(db, userId))
      holders.push({ ...organizationHolder(id, ownLimitsOf(db, id)), kind: "organization", name });
  }
  for (const group of limitedGroupsOf(db, userId))
    holders.push(groupHolder(group, ownLimitsOf(db, groupAccountId(group))));
  return holders;
}

/** How many audio requests at once the person and their groups may have, besides the account. */
export function placesBesides(deps: LimitsDeps, consumer: Consumer): { id: string; limit: number }[] {
  const [, ...besides] = quotaHolders(deps, consumer);
  return besides.flatMap(({ id, limits: { concurrentAudio } }) =>
    concurrentAudio === null ? [] : [{ id, limit: concurrentAudio }],
  );
}

/** Groups of the person for which limits are set. */
export function limitedGroupsOf(db: Db, userId: string): string[] {
  const limited = limitedGroups(db);
  if (limited.length === 0) return [];
  const own = new Set([...(claimedGroupsOf(db, userId) ?? []), ...groupNamesOf(db, userId)]);
  return limited.filter((group) => own.has(group));
}

/** Organizations of the person for which limits of audio were set. */
export function limitedOrganizationsOf(db: Db, userId: string): Pick<Organization, "id" | "name">[] {
  // Asked for with every recording, and most sites have none.
  const limited = new Set(limitedOrganizations(db));
  if (limited.size === 0) return [];
  return organizationsOf(db, userId)
    .map(({ organization }) => organization)
    .filter(({ id }) => limited.has(id) && hasAny(ownLimitsOf(db, id)));
}

/** @param limits those of the account. */
export function accountHolder(accountId: string, limits: OwnLimits): QuotaHolder {
  return isId("usr", accountId) ? personHolder(accountId, limits) : organizationHolder(accountId, limits);
}

/** Its own keys, and once limits were set for it also what members do with accounts of their own. */
function organizationHolder(id: string, limits: OwnLimits): QuotaHolder {
  return {
    kind: "account",
    id,
    name: "This account",
    limits,
    usedSeconds: (db, days) => audioSecondsOf(db, id, days) + audioSecondsOfGroup(db, id, days),
    includes: (db, { accountId, userId }) =>
      accountId === id ||
      (userId === accountId && limitedOrganizationsOf(db, userId).some((each) => each.id === id)),
  };
}

/** Of any account they use. */
function personHolder(userId: string, limits: OwnLimits): QuotaHolder {
  return {
    kind: "account",
    id: userId,
    name: "This account",
    limits,
    usedSeconds: (db, days) => audioSecondsOf(db, userId, days) + audioSecondsAsMember(db, userId, days),
    includes: (_, consumer) => consumer.userId === userId || consumer.accountId === userId,
  };
}

function groupHolder(group: string, limits: OwnLimits): QuotaHolder {
  return {
    kind: "group",
    id: groupAccountId(group),
    name: group,
    limits,
    usedSeconds: (db, days) => audioSecondsOfGroup(db, group, days),
    includes: (db, { userId }) => userId !== null && limitedGroupsOf(db, userId).includes(group),
  };
}

function hasAny(limits: OwnLimits): boolean {
  return Object.values(limits).some((limit) => limit !== null);
}
