/** Groups (RFC 7643 §4.2): `/Groups`. */
import {
  createGroup,
  directoryGroupMembers,
  directoryGroups,
  type GroupInput,
  removeGroup,
  replaceGroup,
} from "../accounts/directory/groups.ts";
import { invalidValue } from "../accounts/directory/scim-error.ts";
import { toIsoTime } from "../lib/clock.ts";
import { type ScimGroup, type ScimGroupMember, scimGroupById } from "../store/directory/groups.ts";
import { schemaUri } from "./attributes.ts";
import { equalTo, onlyHolding } from "./filter.ts";
import type { Unversioned } from "./resource-answers.ts";
import type { ResourceKind } from "./resource-routes.ts";
import type { Resource } from "./values.ts";

export const GROUPS: ResourceKind = {
  type: "Group",
  longList: "members",
  candidates: (db, filter) => {
    if (filter === null) return { ids: directoryGroups(db, {}), isExact: true };
    const member = onlyHolding(filter, "members");
    if (member !== undefined) return { ids: directoryGroups(db, { member }), isExact: true };
    const id = equalTo(filter, "id");
    if (id !== undefined) return { ids: [id], isExact: false };
    return { ids: directoryGroups(db, { displayName: equalTo(filter, "displayName") }), isExact: false };
  },
  find: async (db, id, base, isWhole) => {
    const group = scimGroupById(db, id);
    if (group === null) return null;
    return resourceOf(group, isWhole ? await directoryGroupMembers(db, id) : [], base);
  },
  create: (directory, resource) => createGroup(directory, inputOf(resource)),
  replace: (directory, id, resource) => replaceGroup(directory, id, inputOf(resource)),
  remove: removeGroup,
};

function inputOf({ displayName, externalId, members }: Resource): GroupInput {
  if (typeof displayName !== "string" || displayName.trim() === "")
    throw invalidValue("displayName is missing.");
  const ids = ((members ?? []) as { value?: string }[]).map(({ value }) => {
    if (value === undefined) throw invalidValue("A member has no value.");
    return value;
  });
  const input = { displayName, externalId: (externalId as string | undefined) ?? null };
  return { ...input, members: [...new Set(ids)] };
}

function resourceOf(group: ScimGroup, members: readonly ScimGroupMember[], base: string): Unversioned {
  const { id, externalId, displayName } = group;
  return {
    schemas: [schemaUri("Group")],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    members: members.map(({ userId, name }) => ({
      value: userId,
      $ref: `${base}/Users/${userId}`,
      display: name ?? userId,
      type: "User",
    })),
    meta: {
      resourceType: "Group",
      created: toIsoTime(group.createdAt),
      lastModified: toIsoTime(group.updatedAt),
      location: `${base}/Groups/${id}`,
    },
  };
}
