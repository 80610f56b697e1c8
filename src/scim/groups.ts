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
import type { DirectoryDeps } from "../accounts/directory/people.ts";
import { invalidValue, notFound } from "../accounts/directory/scim-error.ts";
import { toIsoTime } from "../lib/clock.ts";
import type { PublicRoute } from "../web/route.ts";
import { schemaUri } from "./attributes.ts";
import { equalTo } from "./filter.ts";
import { patched } from "./patch.ts";
import { listAnswer, requireMatch, resourceAnswer, type Unversioned } from "./resource-answers.ts";
import { type ScimDeps, type ScimExchange, scimOperation, scimRoute } from "./scim-route.ts";
import { ID, PAGE, SHAPE } from "./users.ts";
import { canonicalResource, type Resource } from "./values.ts";

const PATH = "/Groups";

export function groupRoutes(deps: ScimDeps): PublicRoute[] {
  const one = `${PATH}/:id`;
  return [
    scimRoute(deps, "GET", PATH, scimOperation("listScimGroups", "Groups", [200], { query: PAGE }), list),
    scimRoute(
      deps,
      "POST",
      PATH,
      scimOperation("createScimGroup", "Add a group", [201], { query: SHAPE, takes: true }),
      (directory, exchange) => {
        const group = createGroup(directory, inputOf(canonicalResource("Group", exchange.body)));
        return resourceAnswer(201, resourceOf(group, exchange), exchange);
      },
    ),
    scimRoute(
      deps,
      "GET",
      one,
      scimOperation("getScimGroup", "One group", [200, 304], { path: ID, query: SHAPE }),
      ({ db }, exchange) => resourceAnswer(200, found(db, exchange), exchange),
    ),
    scimRoute(
      deps,
      "PUT",
      one,
      scimOperation("replaceScimGroup", "Replace a group", [200], { path: ID, query: SHAPE, takes: true }),
      (directory, exchange) => change(directory, exchange, () => canonicalResource("Group", exchange.body)),
    ),
    scimRoute(
      deps,
      "PATCH",
      one,
      scimOperation("changeScimGroup", "Change a group", [200], { path: ID, query: SHAPE, takes: true }),
      (directory, exchange) =>
        change(directory, exchange, (before) =>
          patched("Group", canonicalResource("Group", before), exchange.body),
        ),
    ),
    scimRoute(
      deps,
      "DELETE",
      one,
      scimOperation("deleteScimGroup", "Remove a group", [204], { path: ID }),
      (directory, exchange) => {
        requireMatch(found(directory.db, exchange), exchange);
        removeGroup(directory, exchange.id);
        return new Response(null, { status: 204 });
      },
    ),
  ];
}

function list({ db }: DirectoryDeps, exchange: ScimExchange): Response {
  return listAnswer(
    "Group",
    exchange,
    (filter) => {
      const id = filter === null ? undefined : equalTo(filter, "id");
      if (id !== undefined) return [id];
      return directoryGroups(db, filter === null ? undefined : equalTo(filter, "displayName"));
    },
    (id) => {
      const group = directoryGroup(db, id);
      return group === null ? null : resourceOf(group, exchange);
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
  const after = replaceGroup(directory, exchange.id, inputOf(next(before)));
  return resourceAnswer(200, resourceOf(after, exchange), exchange);
}

function found(db: DirectoryDeps["db"], exchange: ScimExchange): Unversioned {
  const group = directoryGroup(db, exchange.id);
  if (group === null) throw notFound("Group", exchange.id);
  return resourceOf(group, exchange);
}

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

function resourceOf(group: DirectoryGroup, { base }: ScimExchange): Unversioned {
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
      location: `${base}${PATH}/${id}`,
    },
  };
}
