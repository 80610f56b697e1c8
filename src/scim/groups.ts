/** Groups (RFC 7643 §4.2): `/Groups`. */
import {
  createGroup,
  type DirectoryGroup,
  directoryGroup,
  directoryGroups,
  type GroupInput,
  removeGroup,
  replaceGroup,
} from "../accounts/directory/groups.ts";
import { invalidValue } from "../accounts/directory/scim-error.ts";
import { toIsoTime } from "../lib/clock.ts";
import { schemaUri } from "./attributes.ts";
import { equalTo } from "./filter.ts";
import type { Unversioned } from "./resource-answers.ts";
import type { ResourceKind } from "./resource-routes.ts";
import type { Resource } from "./values.ts";

export const GROUPS: ResourceKind = {
  type: "Group",
  candidates: (db, filter) => {
    const id = filter === null ? undefined : equalTo(filter, "id");
    if (id !== undefined) return [id];
    return directoryGroups(db, filter === null ? undefined : equalTo(filter, "displayName"));
  },
  find: (db, id, base) => {
    const group = directoryGroup(db, id);
    return group === null ? null : resourceOf(group, base);
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

function resourceOf(group: DirectoryGroup, base: string): Unversioned {
  const { id, externalId, displayName, members } = group;
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
