/** The endpoints of one kind of resource (RFC 7644 §3.2): a list, and each by its id. */
import { z } from "zod";
import { notFound } from "../accounts/directory/scim-error.ts";
import type { DirectoryDeps } from "../accounts/directory/users.ts";
import type { PublicRoute } from "../web/route.ts";
import type { ResourceType } from "./attributes.ts";
import type { Filter } from "./filter.ts";
import { patched } from "./patch.ts";
import { listAnswer, requireMatch, resourceAnswer, type Unversioned } from "./resource-answers.ts";
import { type ScimDeps, type ScimExchange, scimOperation, scimRoute } from "./scim-route.ts";
import { canonicalResource, type Resource } from "./values.ts";

/** What a kind of resource is here. */
export interface ResourceKind {
  type: ResourceType;
  /** Ids of those that a filter may find, in the order of the list. */
  candidates(db: DirectoryDeps["db"], filter: Filter | null): string[];
  /** @param base where the endpoints begin. */
  find(db: DirectoryDeps["db"], id: string, base: string): Unversioned | null;
  /** @param resource what was sent, in canonical form. Returns the id. */
  create(directory: DirectoryDeps, resource: Resource): string;
  replace(directory: DirectoryDeps, id: string, resource: Resource, before: Unversioned): void;
  remove(directory: DirectoryDeps, id: string): void;
}

const ID = { id: z.string().describe("The id of the resource.") };
const text = z.string().optional();
/** Of every answer with resources. */
const SHAPE = { attributes: text, excludedAttributes: text };
const PAGE = { ...SHAPE, filter: text, startIndex: text, count: text };

export function resourceRoutes(deps: ScimDeps, kind: ResourceKind): PublicRoute[] {
  const { type } = kind;
  const [all, one] = [`/${type}s`, `/${type}s/:id`];
  const writing = { path: ID, query: SHAPE, takes: true };
  return [
    scimRoute(
      deps,
      "GET",
      all,
      scimOperation(`listScim${type}s`, `${type}s`, [200], { query: PAGE }),
      ({ db }, exchange) =>
        listAnswer(
          type,
          exchange,
          (filter) => kind.candidates(db, filter),
          (id) => kind.find(db, id, exchange.base),
        ),
    ),
    scimRoute(
      deps,
      "POST",
      all,
      scimOperation(`createScim${type}`, `Add a ${type}`, [201], { query: SHAPE, takes: true }),
      (directory, exchange) => {
        const id = kind.create(directory, canonicalResource(type, exchange.body));
        return resourceAnswer(201, found(kind, directory, { ...exchange, id }), exchange);
      },
    ),
    scimRoute(
      deps,
      "GET",
      one,
      scimOperation(`getScim${type}`, `One ${type}`, [200, 304], { path: ID, query: SHAPE }),
      (directory, exchange) => resourceAnswer(200, found(kind, directory, exchange), exchange),
    ),
    scimRoute(
      deps,
      "PUT",
      one,
      scimOperation(`replaceScim${type}`, `Replace a ${type}`, [200], writing),
      (directory, exchange) =>
        change(kind, directory, exchange, () => canonicalResource(type, exchange.body)),
    ),
    scimRoute(
      deps,
      "PATCH",
      one,
      scimOperation(`changeScim${type}`, `Change a ${type}`, [200], writing),
      (directory, exchange) =>
        change(kind, directory, exchange, (before) =>
          patched(type, canonicalResource(type, before), exchange.body),
        ),
    ),
    scimRoute(
      deps,
      "DELETE",
      one,
      scimOperation(`deleteScim${type}`, `Remove a ${type}`, [204], { path: ID }),
      (directory, exchange) => {
        requireMatch(found(kind, directory, exchange), exchange);
        kind.remove(directory, exchange.id);
        return new Response(null, { status: 204 });
      },
    ),
  ];
}

function change(
  kind: ResourceKind,
  directory: DirectoryDeps,
  exchange: ScimExchange,
  next: (before: Unversioned) => Resource,
): Response {
  const before = found(kind, directory, exchange);
  requireMatch(before, exchange);
  kind.replace(directory, exchange.id, next(before), before);
  return resourceAnswer(200, found(kind, directory, exchange), exchange);
}

/** @throws ScimError 404. */
function found(kind: ResourceKind, { db }: DirectoryDeps, { id, base }: ScimExchange): Unversioned {
  const resource = kind.find(db, id, base);
  if (resource === null) throw notFound(kind.type, id);
  return resource;
}
