/** People (RFC 7643 §4.1): `/Users`. */

import { invalidValue } from "../accounts/directory/scim-error.ts";
import {
  createPerson,
  type DirectoryPerson,
  directoryPeople,
  directoryPerson,
  type PersonInput,
  removePerson,
  replacePerson,
} from "../accounts/directory/users.ts";
import { toIsoTime } from "../lib/clock.ts";
import { whenWritable } from "../store/database/write-lock.ts";
import type { ScimName } from "../store/directory/users.ts";
import { schemaUri } from "./attributes.ts";
import { equalTo } from "./filter.ts";
import type { Unversioned } from "./resource-answers.ts";
import type { ResourceKind } from "./resource-routes.ts";
import type { Resource } from "./values.ts";

export const USERS: ResourceKind = {
  type: "User",
  longList: "groups",
  candidates: (db, filter) => {
    if (filter === null) return { ids: directoryPeople(db, {}), isExact: true };
    const id = equalTo(filter, "id");
    if (id !== undefined) return { ids: [id], isExact: false };
    const [userName, externalId] = [equalTo(filter, "userName"), equalTo(filter, "externalId")];
    return { ids: directoryPeople(db, { userName, externalId }), isExact: false };
  },
  find: async (db, id, base) => {
    const person = directoryPerson(db, id);
    return person === null ? null : resourceOf(person, base);
  },
  create: (directory, resource) =>
    whenWritable(directory.db, () => createPerson(directory, inputOf(resource, true))),
  replace: (directory, id, resource, before) =>
    whenWritable(directory.db, () => replacePerson(directory, id, inputOf(resource, before.active === true))),
  remove: (directory, id) => whenWritable(directory.db, () => removePerson(directory, id)),
};

/** @param active where the directory does not say. */
function inputOf(resource: Resource, active: boolean): PersonInput {
  const { userName, externalId, displayName, name, emails } = resource;
  if (typeof userName !== "string" || userName.trim() === "") throw invalidValue("userName is missing.");
  const addresses = (emails ?? []) as { value?: string; type?: string; primary?: boolean }[];
  const chosen =
    addresses.find(({ primary }) => primary === true) ??
    addresses.find(({ type }) => type?.toLowerCase() === "work") ??
    addresses[0];
  return {
    userName,
    externalId: (externalId as string | undefined) ?? null,
    displayName: (displayName as string | undefined) ?? null,
    name: (name as ScimName | undefined) ?? {},
    email: chosen?.value ?? null,
    active: (resource.active as boolean | undefined) ?? active,
  };
}

function resourceOf(person: DirectoryPerson, base: string): Unversioned {
  const { id, externalId, userName, name, displayName, email, active, groups } = person;
  return {
    schemas: [schemaUri("User")],
    id,
    ...(externalId !== null && { externalId }),
    userName,
    ...(Object.keys(name).length > 0 && { name }),
    displayName,
    emails: [{ value: email, type: "work", primary: true }],
    active,
    ...(groups.length > 0 && {
      groups: groups.map((group) => ({
        value: group.id,
        $ref: `${base}/Groups/${group.id}`,
        display: group.displayName,
      })),
    }),
    meta: {
      resourceType: "User",
      created: toIsoTime(person.createdAt),
      lastModified: toIsoTime(person.updatedAt),
      location: `${base}/Users/${id}`,
    },
  };
}
