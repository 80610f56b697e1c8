/**
 * Groups of the company's directory (SCIM). `company_log_in.groups` says what they are in organizations. A group of
 * thousands is read and changed in steps, between which others continue: what a person has by their groups changes together
 * with the groups, but one person after the other. The caller makes sure that nothing else of the directory comes in
 * between; a change that a stop of the server cuts off is completed when the directory sends it again.
 */
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { Pauses } from "../../lib/pauses.ts";
import { transact } from "../../store/database/write-lock.ts";
import type { Db } from "../../store/db.ts";
import {
  addScimGroupMembers,
  countScimGroups,
  deleteScimGroup,
  removeScimGroupMembers,
  type ScimGroup,
  type ScimGroupMember,
  scimGroupById,
  scimGroupIdByName,
  scimGroupIds,
  scimGroupIdsOf,
  scimGroupMembersAfter,
  upsertScimGroup,
} from "../../store/directory/groups.ts";
import { strangerToDirectory } from "../../store/directory/users.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { requireName } from "../names.ts";
import {
  assignMembershipsByGroups,
  type GroupRules,
  groupRules,
} from "../organizations/group-memberships.ts";
import { invalidValue, notFound, ScimError } from "./scim-error.ts";
import type { DirectoryDeps } from "./users.ts";

export interface GroupInput {
  displayName: string;
  externalId: string | null;
  /** Ids of people. */
  members: readonly string[];
}

/** Oldest first: all, or the one that may have the name, or those of a person. */
export function directoryGroups(
  db: Db,
  narrowed: { displayName?: string | undefined; member?: string | undefined },
): string[] {
  const { displayName, member } = narrowed;
  if (displayName !== undefined) return [scimGroupIdByName(db, displayName)].filter((id) => id !== null);
  return member === undefined ? scimGroupIds(db) : scimGroupIdsOf(db, member);
}

/** By their ids; none if there is no such group. */
export async function directoryGroupMembers(db: Db, id: string): Promise<ScimGroupMember[]> {
  const { scimMembersReadAtOnce: most } = limits;
  const pauses = new Pauses(most);
  const members: ScimGroupMember[] = [];
  for (;;) {
    const more = scimGroupMembersAfter(db, id, members.at(-1)?.userId ?? "", most);
    members.push(...more);
    if (more.length < most) return members;
    await pauses.did(more.length);
  }
}

/** Returns the id. @throws ScimError `uniqueness`, `invalidValue`. */
export async function createGroup(deps: DirectoryDeps, input: GroupInput): Promise<string> {
  const { db, clock } = deps;
  const id = newId("grp");
  await requirePeople(db, input.members);
  await changeMembers(deps, id, { added: input.members }, () => {
    if (countScimGroups(db) >= limits.scimGroups)
      throw invalidValue(`There can be at most ${limits.scimGroups} groups.`);
    write(deps, { id, createdAt: clock.now() }, input);
    recordAudit(deps, "group.added", id, { name: input.displayName, added: audited(input.members) });
  });
  return id;
}

/** @throws ScimError 404, `uniqueness`, `invalidValue`. */
export async function replaceGroup(deps: DirectoryDeps, id: string, input: GroupInput): Promise<void> {
  const { db } = deps;
  const before = requireGroup(db, id);
  const known = new Set((await directoryGroupMembers(db, id)).map(({ userId }) => userId));
  const wanted = new Set(input.members);
  const { displayName, externalId } = input;
  const isCalledTheSame = displayName === before.displayName && externalId === before.externalId;
  const [added, removed] = [[...wanted.difference(known)], [...known.difference(wanted)]];
  if (isCalledTheSame && added.length + removed.length === 0) return;
  await requirePeople(db, added);
  const others = isCalledTheSame ? [] : [...known.intersection(wanted)];
  await changeMembers(deps, id, { added, removed, others }, () => {
    write(deps, before, input);
    const changes = { added: audited(added), removed: audited(removed) };
    recordAudit(deps, "group.changed", id, { name: displayName, ...changes });
  });
}

/** Its members lose what they had by it alone; the group itself goes at last. @throws ScimError 404. */
export async function removeGroup(deps: DirectoryDeps, id: string): Promise<void> {
  const { db } = deps;
  const { displayName } = requireGroup(db, id);
  const members = await directoryGroupMembers(db, id);
  const removed = members.map(({ userId }) => userId);
  await changeMembers(deps, id, { removed });
  await transact(db, () => {
    deleteScimGroup(db, id);
    recordAudit(deps, "group.removed", id, { name: displayName });
  });
}

/** A line of the audit log names so many people and counts the others. */
function audited(ids: readonly string[]) {
  return { people: ids.slice(0, limits.scimAuditedPeople), count: ids.length };
}

function requireGroup(db: Db, id: string): ScimGroup {
  const group = scimGroupById(db, id);
  if (group === null) throw notFound("Group", id);
  return group;
}

function write(
  { db, clock }: DirectoryDeps,
  { id, createdAt }: Pick<ScimGroup, "id" | "createdAt">,
  { displayName, externalId }: GroupInput,
): void {
  const holder = scimGroupIdByName(db, displayName);
  if (holder !== null && holder !== id)
    throw new ScimError(409, "uniqueness", "Another group has this displayName.");
  const group = { id, displayName: requireGroupName(displayName), externalId, createdAt };
  upsertScimGroup(db, { ...group, updatedAt: clock.now() });
}

/** @throws ScimError `invalidValue` if one is nobody here, before anything is changed. */
async function requirePeople(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > limits.scimGroupMembers)
    throw invalidValue(`A group can have at most ${limits.scimGroupMembers} members.`);
  const { scimMembersReadAtOnce: most } = limits;
  const pauses = new Pauses(most);
  for (let at = 0; at < ids.length; at += most) {
    const stranger = strangerToDirectory(db, ids.slice(at, at + most));
    if (stranger !== null) throw invalidValue(`The member ${stranger} is no User here.`);
    await pauses.did(most);
  }
}

interface MemberChanges {
  added?: readonly string[];
  removed?: readonly string[];
  /** Whose memberships may change too. */
  others?: readonly string[];
}

/**
 * Some people at a time, each with what they have by their groups; those who lose something first.
 * @param first what is changed together with the first of them, or alone if there are none.
 */
async function changeMembers(
  deps: DirectoryDeps,
  id: string,
  { added = [], removed = [], others = [] }: MemberChanges,
  first: () => void = () => {},
): Promise<void> {
  const { db } = deps;
  const people = [...removed, ...others, ...added];
  if (people.length === 0) return transact(db, first);
  const rules = groupRules(db, deps.settings);
  const most = peopleAtOnce(rules);
  const [coming, going] = [new Set(added), new Set(removed)];
  const pauses = new Pauses(most);
  for (let at = 0; at < people.length; at += most) {
    await transact(db, () => {
      if (at === 0) first();
      const some = people.slice(at, at + most);
      removeScimGroupMembers(
        db,
        id,
        some.filter((userId) => going.has(userId)),
      );
      addScimGroupMembers(
        db,
        id,
        some.filter((userId) => coming.has(userId)),
      );
      for (const userId of some) assignMembershipsByGroups(deps, rules, userId, false);
    });
    await pauses.did(most);
  }
}

/** Each may change their place in each of the organizations that the settings name. */
function peopleAtOnce({ byOrganization }: GroupRules): number {
  return Math.ceil(limits.scimMembershipsAtOnce / Math.max(1, byOrganization.size));
}

function requireGroupName(displayName: string): string {
  try {
    return requireName("displayName", displayName, limits.scimNameChars);
  } catch (error) {
    if (error instanceof TiroError) throw invalidValue(error.message);
    throw error;
  }
}
