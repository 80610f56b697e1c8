/** Groups of the company's directory (SCIM). `company_log_in.groups` says what they are in organizations. */
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { newId } from "../../lib/ids.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import {
  addScimGroupMember,
  countScimGroups,
  deleteScimGroup,
  removeScimGroupMember,
  type ScimGroup,
  type ScimGroupMember,
  scimGroupById,
  scimGroupIdByName,
  scimGroupIds,
  scimGroupMembers,
  upsertScimGroup,
} from "../../store/directory/groups.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { requireName } from "../names.ts";
import { assignMembershipsByGroups } from "../organizations/group-memberships.ts";
import { invalidValue, notFound, ScimError } from "./scim-error.ts";
import { type DirectoryDeps, directoryPerson } from "./users.ts";

export interface DirectoryGroup extends ScimGroup {
  members: ScimGroupMember[];
}

export interface GroupInput {
  displayName: string;
  externalId: string | null;
  /** Ids of people. */
  members: readonly string[];
}

export function directoryGroup(db: Db, id: string): DirectoryGroup | null {
  const group = scimGroupById(db, id);
  return group === null ? null : { ...group, members: scimGroupMembers(db, id) };
}

/** Oldest first: all, or the one that may have the name. */
export function directoryGroups(db: Db, displayName: string | undefined): string[] {
  if (displayName === undefined) return scimGroupIds(db);
  const id = scimGroupIdByName(db, displayName);
  return id === null ? [] : [id];
}

/** Returns the id. @throws ScimError `uniqueness`, `invalidValue`. */
export function createGroup(deps: DirectoryDeps, input: GroupInput): string {
  const { db, clock } = deps;
  return inTransaction(db, () => {
    if (countScimGroups(db) >= limits.scimGroups)
      throw invalidValue(`There can be at most ${limits.scimGroups} groups.`);
    const id = newId("grp");
    write(deps, { id, createdAt: clock.now() }, input);
    recordAudit(deps, "group.added", id, { name: input.displayName, added: audited(input.members) });
    changeMembers(deps, id, input.members);
    return id;
  });
}

/** @throws ScimError 404, `uniqueness`, `invalidValue`. */
export function replaceGroup(deps: DirectoryDeps, id: string, input: GroupInput): void {
  const { db } = deps;
  inTransaction(db, () => {
    const before = requireGroup(db, id);
    const known = new Set(before.members.map(({ userId }) => userId));
    const wanted = new Set(input.members);
    const { displayName, externalId } = input;
    const isCalledTheSame = displayName === before.displayName && externalId === before.externalId;
    if (isCalledTheSame && wanted.size === known.size && wanted.isSubsetOf(known)) return;
    write(deps, before, input);
    const [added, removed] = [wanted.difference(known), known.difference(wanted)];
    const changes = { added: audited([...added]), removed: audited([...removed]) };
    recordAudit(deps, "group.changed", id, { name: displayName, ...changes });
    changeMembers(deps, id, [...added], [...removed], isCalledTheSame ? [] : [...known]);
  });
}

/** Its members lose what they had by it alone. @throws ScimError 404. */
export function removeGroup(deps: DirectoryDeps, id: string): void {
  const { db, settings } = deps;
  inTransaction(db, () => {
    const { displayName, members } = requireGroup(db, id);
    deleteScimGroup(db, id);
    recordAudit(deps, "group.removed", id, { name: displayName });
    for (const { userId } of members) assignMembershipsByGroups(deps, settings, userId, false);
  });
}

/** A line of the audit log names so many people and counts the others. */
function audited(ids: readonly string[]) {
  return { people: ids.slice(0, limits.scimAuditedPeople), count: ids.length };
}

function requireGroup(db: Db, id: string): DirectoryGroup {
  const group = directoryGroup(db, id);
  if (group === null) throw notFound("Group", id);
  return group;
}

function write(
  { db, clock }: DirectoryDeps,
  { id, createdAt }: Pick<ScimGroup, "id" | "createdAt">,
  { displayName, externalId, members }: GroupInput,
): void {
  if (members.length > limits.scimGroupMembers)
    throw invalidValue(`A group can have at most ${limits.scimGroupMembers} members.`);
  const holder = scimGroupIdByName(db, displayName);
  if (holder !== null && holder !== id)
    throw new ScimError(409, "uniqueness", "Another group has this displayName.");
  const group = { id, displayName: requireGroupName(displayName), externalId, createdAt };
  upsertScimGroup(db, { ...group, updatedAt: clock.now() });
}

/** @param others whose places may change too. */
function changeMembers(
  deps: DirectoryDeps,
  id: string,
  added: readonly string[],
  removed: readonly string[] = [],
  others: readonly string[] = [],
): void {
  const { db, settings } = deps;
  for (const userId of added) {
    if (directoryPerson(db, userId) === null) throw invalidValue(`The member ${userId} is no User here.`);
    addScimGroupMember(db, id, userId);
  }
  for (const userId of removed) removeScimGroupMember(db, id, userId);
  for (const userId of new Set([...added, ...removed, ...others]))
    assignMembershipsByGroups(deps, settings, userId, false);
}

function requireGroupName(displayName: string): string {
  try {
    return requireName("displayName", displayName, limits.scimNameChars);
  } catch (error) {
    if (error instanceof TiroError) throw invalidValue(error.message);
    throw error;
  }
}
