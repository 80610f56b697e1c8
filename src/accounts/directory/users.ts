/**
 * People as the company's directory sees and sends them (SCIM). It reaches everybody but administrators: somebody must
 * be able to come in when the directory is wrong.
 */

import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import { isPrintable } from "../../lib/visible-names.ts";
import { type Db, inTransaction } from "../../store/db.ts";
import { removeScimGroupMembers, scimGroupIdsOf, scimGroupsOf } from "../../store/directory/groups.ts";
import {
  directoryUserIds,
  type ScimName,
  scimUserOf,
  upsertScimUser,
  userIdsByExternalId,
  userIdsByScimName,
} from "../../store/directory/users.ts";
import { deleteIdentitiesOf } from "../../store/log-in/company-identities.ts";
import { countOtherOwners, membershipsOf } from "../../store/organizations/members.ts";
import { type User, updateUser, userByEmail, userById } from "../../store/people/users.ts";
import type { ChangeDeps } from "../audit/actor.ts";
import { recordAudit } from "../audit/audit-log.ts";
import { requireEmail } from "../names.ts";
import { assignMembershipsByGroups, groupRules } from "../organizations/group-memberships.ts";
import { removeMember } from "../organizations/members.ts";
import { addUser, disableUser, enableUser, setUserProfile } from "../people/users.ts";
import { invalidValue, notFound, ScimError } from "./scim-error.ts";

export interface DirectoryPerson {
  id: string;
  userName: string;
  externalId: string | null;
  displayName: string;
  name: ScimName;
  email: string;
  active: boolean;
  groups: { id: string; displayName: string }[];
  createdAt: number;
  updatedAt: number;
}

/** The directory's fields of a person; null if left out. */
export interface PersonInput {
  userName: string;
  externalId: string | null;
  displayName: string | null;
  name: ScimName;
  email: string | null;
  active: boolean;
}

export interface DirectoryDeps extends ChangeDeps {
  settings: Config["company_log_in"];
}

/** Null if there is nobody for the directory. */
export function directoryPerson(db: Db, id: string): DirectoryPerson | null {
  const user = userById(db, id);
  const said = scimUserOf(db, id);
  if (user === null || user.administrator || (said !== null && said.removedAt !== null)) return null;
  return {
    id,
    userName: said?.userName ?? user.email,
    externalId: said?.externalId ?? null,
    displayName: user.name ?? user.email,
    name: said?.name ?? {},
    email: user.email,
    active: user.disabledAt === null,
    groups: scimGroupsOf(db, id).map(({ id, displayName }) => ({ id, displayName })),
    createdAt: user.createdAt,
    updatedAt: said?.updatedAt ?? user.createdAt,
  };
}

/** Oldest first: all, or those who may have the name or the directory's id. */
export function directoryPeople(
  db: Db,
  narrowed: { userName?: string | undefined; externalId?: string | undefined },
): string[] {
  if (narrowed.userName !== undefined) return userIdsByScimName(db, narrowed.userName);
  if (narrowed.externalId !== undefined) return userIdsByExternalId(db, narrowed.externalId);
  return directoryUserIds(db);
}

/** Returns the id. @throws ScimError `uniqueness` if name or address is somebody's, `invalidValue`. */
export function createPerson(deps: DirectoryDeps, input: PersonInput): string {
  const { db } = deps;
  const email = input.email ?? input.userName;
  return inTransaction(db, () => {
    requireFree(db, null, input.userName, email);
    const { id } = inScim(() => addUser(deps, { email, name: nameOf(input, email) }));
    write(deps, id, input, activate(deps, id, input.active));
    assignMembershipsByGroups(deps, groupRules(db, deps.settings), id, true);
    return id;
  });
}

/** @throws ScimError 404, `uniqueness`, `invalidValue`. */
export function replacePerson(deps: DirectoryDeps, id: string, input: PersonInput): void {
  const { db } = deps;
  inTransaction(db, () => {
    const before = requirePerson(db, id);
    const email = newEmail(before, input);
    requireFree(db, id, input.userName, email);
    inScim(() => setUserProfile(deps, id, { email, name: nameOf(input, email) }));
    const deactivated = activate(deps, id, input.active);
    write(deps, id, input, deactivated, before.updatedAt);
    // Sent once more, it stays as old as it was.
    if (!Bun.deepEquals(requirePerson(db, id), before)) write(deps, id, input, deactivated);
  });
}

/**
 * The account is disabled for good, its address is free for somebody else, and the way in by the company's log-in is
 * gone: the next owner of the address must not get what was dictated. Its history is the operator's to remove.
 * @throws ScimError 404.
 */
export function removePerson(deps: DirectoryDeps, id: string): void {
  const { db, clock } = deps;
  inTransaction(db, () => {
    const { userName, email } = requirePerson(db, id);
    for (const group of scimGroupIdsOf(db, id)) removeScimGroupMembers(db, group, [id]);
    deleteIdentitiesOf(db, id);
    // The last owner stays: somebody has to be able to name the next.
    for (const { organizationId, role } of membershipsOf(db, id))
      if (role !== "owner" || countOtherOwners(db, organizationId, id) > 0)
        removeMember(deps, organizationId, id);
    updateUser(db, { ...disableUser(deps, id), email: `${id}@removed.invalid`, name: "Removed" });
    const now = clock.now();
    const none = { externalId: null, name: {}, updatedAt: now, deactivated: true, removedAt: now };
    upsertScimUser(db, { userId: id, userName: id, ...none });
    recordAudit(deps, "user.removed_by_directory", id, { user_name: userName, email });
  });
}

/**
 * Enables whom the directory disabled, but nobody whom the operator did.
 * @returns whether the person is disabled by the directory now.
 */
function activate(deps: DirectoryDeps, id: string, active: boolean): boolean {
  const deactivated = scimUserOf(deps.db, id)?.deactivated ?? false;
  const isDisabled = userById(deps.db, id)?.disabledAt !== null;
  if (active && deactivated) enableUser(deps, id);
  if (!active && !isDisabled) disableUser(deps, id);
  return !active && (deactivated || !isDisabled);
}

function requirePerson(db: Db, id: string): DirectoryPerson {
  const person = directoryPerson(db, id);
  if (person === null) throw notFound("User", id);
  return person;
}

function write(
  { db, clock }: DirectoryDeps,
  userId: string,
  { userName, externalId, name }: PersonInput,
  deactivated: boolean,
  updatedAt = clock.now(),
): void {
  upsertScimUser(db, { userId, userName, externalId, name, deactivated, updatedAt, removedAt: null });
}

function requireFree(db: Db, id: string | null, userName: string, email: string): void {
  if (!isPrintable(userName)) throw invalidValue("userName may have printable characters only.");
  const holders = [...userIdsByScimName(db, userName), userByEmail(db, email)?.id];
  if (holders.every((holder) => holder === undefined || holder === id)) return;
  throw new ScimError(409, "uniqueness", "Somebody else has this userName or e-mail address.");
}

/** An address that was the name follows the name, unless the directory chose another. */
function newEmail(before: DirectoryPerson, { userName, email }: PersonInput): string {
  const kept = email === null || same(email, before.email);
  return kept && same(before.userName, before.email) && isEmail(userName)
    ? userName
    : (email ?? before.email);
}

function nameOf({ displayName, name }: PersonInput, email: string): string {
  const parts = [name.givenName, name.familyName].filter((part) => part !== undefined).join(" ");
  return displayName ?? name.formatted ?? (parts || email);
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function isEmail(text: string): boolean {
  try {
    return requireEmail(text) === text;
  } catch (error) {
    if (error instanceof TiroError) return false;
    throw error;
  }
}

/** Values that an account refuses are the directory's to mend. */
function inScim(change: () => User): User {
  try {
    return change();
  } catch (error) {
    if (error instanceof TiroError && error.code === "invalid_request") throw invalidValue(error.message);
    throw error;
  }
}
