/**
 * The memberships in organizations that people have by their groups: those that the identity provider reported at their last
 * log-in, and those of the directory (SCIM). Owners are made and unmade here alone, so that no group takes an
 * organization over.
 */
import type { Config } from "../../config/schema.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { groupNamesOf, isGroupKnown } from "../../store/directory/groups.ts";
import { isProvisioned } from "../../store/directory/users.ts";
import { claimedGroupsOf } from "../../store/log-in/company-identities.ts";
import {
  groupMembershipsOf,
  isGroupMembership,
  setGroupMembership,
} from "../../store/organizations/group-memberships.ts";
import { memberOf } from "../../store/organizations/members.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { addMember, removeMember, setMemberRole } from "./members.ts";
import { findOrganization } from "./organizations.ts";

type Settings = Config["company_log_in"];
type GroupRole = Settings["groups"][number]["role"];

/** The later one counts. */
const RANKS: readonly GroupRole[] = ["member", "billing", "auditor", "admin"];

interface Rule {
  group: string;
  organizationId: string;
  role: GroupRole;
}

/** The settings of groups, with the organizations that they mean. */
export interface GroupRules {
  byOrganization: ReadonlyMap<string, readonly Rule[]>;
  /** The organization of everybody who logs in with the company; null if there is none. */
  base: string | null;
}

/** @throws TiroError `invalid_request` if the settings name an organization that is not there. */
export function groupRules(db: Db, settings: Settings): GroupRules {
  const { groups, admin_groups, organization } = settings;
  const admins = admin_groups.map((group) => ({
    group,
    organization: organization ?? "",
    role: "admin" as const,
  }));
  const rules = [...groups, ...admins].map(({ group, organization: name, role }) => ({
    group,
    organizationId: findOrganization(db, name).id,
    role,
  }));
  const base = organization === undefined ? null : findOrganization(db, organization).id;
  return { byOrganization: Map.groupBy(rules, ({ organizationId }) => organizationId), base };
}

/**
 * Brings the person's memberships in line with their groups: who is in a group gets the place or role, who is in none of an
 * organization's any more loses what a group gave.
 * @param joins whether they also join `company_log_in.organization`.
 */
export function assignMembershipsByGroups(
  changes: ChangeDeps,
  { byOrganization, base }: GroupRules,
  userId: string,
  joins: boolean,
): void {
  const { db } = changes;
  inTransaction(db, () => {
    const told = claimedGroupsOf(db, userId);
    const groups = new Set([...(told ?? []), ...groupNamesOf(db, userId)]);
    const governed = new Set([
      ...(joins && base !== null ? [base] : []),
      ...byOrganization.keys(),
      ...groupMembershipsOf(db, userId),
    ]);
    for (const organizationId of governed) {
      const own = byOrganization.get(organizationId) ?? [];
      const wanted = greatest(own.filter(({ group }) => groups.has(group)));
      const isTold = own.length > 0 && (told !== null || isToldByDirectory(db, userId, own));
      applyMembership(
        changes,
        { organizationId, userId },
        { wanted, isTold, isBase: organizationId === base },
      );
    }
  });
}

/** Which of these groups the settings name, so that no others need be kept. */
export function namedGroups({ groups, admin_groups }: Settings, all: readonly string[]): string[] {
  const named = new Set([...groups.map(({ group }) => group), ...admin_groups]);
  return all.filter((group) => named.has(group));
}

function applyMembership(
  changes: ChangeDeps,
  place: { organizationId: string; userId: string },
  { wanted, isTold, isBase }: { wanted: GroupRole | null; isTold: boolean; isBase: boolean },
): void {
  const { db } = changes;
  const { organizationId, userId } = place;
  const member = memberOf(db, organizationId, userId);
  if (member === null) {
    if (wanted === null && !isBase) return;
    addMember(changes, organizationId, userId, wanted ?? "member");
    if (wanted !== null) setGroupMembership(db, place);
    return;
  }
  if (member.role === "owner") return;
  const byGroup = isGroupMembership(db, place);
  if (wanted !== null) {
    setMemberRole(changes, organizationId, userId, wanted);
    setGroupMembership(db, place);
  } else if (byGroup && !isBase) removeMember(changes, organizationId, userId);
  else if (isBase && (isTold || byGroup)) setMemberRole(changes, organizationId, userId, "member");
}

function greatest(rules: readonly Rule[]): GroupRole | null {
  return rules.reduce<GroupRole | null>(
    (best, { role }) => (best === null || RANKS.indexOf(role) > RANKS.indexOf(best) ? role : best),
    null,
  );
}

/** A directory with one of the groups says for all its people whether they are in it. */
function isToldByDirectory(db: Db, userId: string, rules: readonly Rule[]): boolean {
  return isProvisioned(db, userId) && rules.some(({ group }) => isGroupKnown(db, group));
}
