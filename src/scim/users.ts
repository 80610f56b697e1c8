/** People (RFC 7643 §4.1): `/Users`. */
import { z } from "zod";
import {
  createPerson,
  type DirectoryDeps,
  type DirectoryPerson,
  directoryPeople,
  directoryPerson,
  type PersonInput,
  removePerson,
  replacePerson,
} from "../accounts/directory/people.ts";
import { invalidValue, notFound } from "../accounts/directory/scim-error.ts";
import { toIsoTime } from "../lib/clock.ts";
import type { ScimName } from "../store/scim-users.ts";
import type { PublicRoute } from "../web/route.ts";
import { schemaUri } from "./attributes.ts";
import { equalTo } from "./filter.ts";
import { patched } from "./patch.ts";
import { listAnswer, requireMatch, resourceAnswer, type Unversioned } from "./resource-answers.ts";
import { type ScimDeps, type ScimExchange, scimOperation, scimRoute } from "./scim-route.ts";
import { canonicalResource, type Resource } from "./values.ts";

const PATH = "/Users";
export const ID = { id: z.string().describe("The id of the resource.") };
const text = z.string().optional();
/** Of every answer with resources. */
export const SHAPE = { attributes: text, excludedAttributes: text };
export const PAGE = { ...SHAPE, filter: text, startIndex: text, count: text };

export function userRoutes(deps: ScimDeps): PublicRoute[] {
  const one = `${PATH}/:id`;
  return [
    scimRoute(deps, "GET", PATH, scimOperation("listScimUsers", "People", [200], { query: PAGE }), list),
    scimRoute(
      deps,
      "POST",
      PATH,
      scimOperation("createScimUser", "Add a person", [201], { query: SHAPE, takes: true }),
      (directory, exchange) => {
        const person = createPerson(directory, inputOf(canonicalResource("User", exchange.body)));
        return resourceAnswer(201, resourceOf(person, exchange), exchange);
      },
    ),
    scimRoute(
      deps,
      "GET",
      one,
      scimOperation("getScimUser", "One person", [200, 304], { path: ID, query: SHAPE }),
      ({ db }, exchange) => resourceAnswer(200, found(db, exchange), exchange),
    ),
    scimRoute(
      deps,
      "PUT",
      one,
      scimOperation("replaceScimUser", "Replace a person", [200], { path: ID, query: SHAPE, takes: true }),
      (directory, exchange) => change(directory, exchange, () => canonicalResource("User", exchange.body)),
    ),
    scimRoute(
      deps,
      "PATCH",
      one,
      scimOperation("changeScimUser", "Change a person", [200], { path: ID, query: SHAPE, takes: true }),
      (directory, exchange) =>
        change(directory, exchange, (before) =>
          patched("User", canonicalResource("User", before), exchange.body),
        ),
    ),
    scimRoute(
      deps,
      "DELETE",
      one,
      scimOperation("deleteScimUser", "Remove a person", [204], { path: ID }),
      (directory, exchange) => {
        requireMatch(found(directory.db, exchange), exchange);
        removePerson(directory, exchange.id);
        return new Response(null, { status: 204 });
      },
    ),
  ];
}

function list({ db }: DirectoryDeps, exchange: ScimExchange): Response {
  return listAnswer(
    "User",
    exchange,
    (filter) => {
      if (filter === null) return directoryPeople(db, {});
      const id = equalTo(filter, "id");
      if (id !== undefined) return [id];
      const [userName, externalId] = [equalTo(filter, "userName"), equalTo(filter, "externalId")];
      return directoryPeople(db, { userName, externalId });
    },
    (id) => {
      const person = directoryPerson(db, id);
      return person === null ? null : resourceOf(person, exchange);
    },
  );
}

function change(
  directory: DirectoryDeps,
  exchange: ScimExchange,
  next: (before: Resource) => Resource,
): Response {
  const before = found(directory.db, exchange);
  requireMatch(before, exchange);
  const after = replacePerson(directory, exchange.id, inputOf(next(before), before.active === true));
  return resourceAnswer(200, resourceOf(after, exchange), exchange);
}

function found(db: DirectoryDeps["db"], exchange: ScimExchange): Unversioned {
  const person = directoryPerson(db, exchange.id);
  if (person === null) throw notFound("User", exchange.id);
  return resourceOf(person, exchange);
}

/** @param active where the directory does not say. */
function inputOf(resource: Resource, active = true): PersonInput {
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

function resourceOf(person: DirectoryPerson, { base }: ScimExchange): Unversioned {
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
      location: `${base}${PATH}/${id}`,
    },
  };
}
