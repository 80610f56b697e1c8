/** The endpoints of one kind of resource (RFC 7644 §3.2): a list, and each by its id. */
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { notFound } from "../accounts/directory/scim-error.ts";
import type { DirectoryDeps } from "../accounts/directory/users.ts";
import { limits } from "../config/limits.ts";
import { inTurns } from "../lib/in-turns.ts";
import type { PublicRoute } from "../web/route.ts";
import { patching } from "./patch.ts";
import { requireMatch, resourceAnswer, type Unversioned } from "./resource-answers.ts";
import { type ListedKind, listAnswer } from "./resource-lists.ts";
import { type ScimDeps, type ScimExchange, scimOperation, scimRoute } from "./scim-route.ts";
import { canonicalResource, type Resource } from "./values.ts";

/** A kind of resource. Large ones are read and changed in steps. */
export interface ResourceKind extends ListedKind {
  /** @param resource what was sent, in canonical form. Returns the id. */
  create(directory: DirectoryDeps, resource: Resource): Promise<string>;
  replace(directory: DirectoryDeps, id: string, resource: Resource, before: Unversioned): Promise<void>;
  remove(directory: DirectoryDeps, id: string): Promise<void>;
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
      ({ db }, exchange) => listAnswer(db, kind, exchange),
    ),
    scimRoute(
      deps,
      "POST",
      all,
      scimOperation(`createScim${type}`, `Add a ${type}`, [201], { query: SHAPE, takes: true }),
      async (directory, exchange) => {
        const id = await kind.create(directory, canonicalResource(type, exchange.body));
        return resourceAnswer(201, await found(kind, directory, { ...exchange, id }), exchange);
      },
    ),
    scimRoute(
      deps,
      "GET",
      one,
      scimOperation(`getScim${type}`, `One ${type}`, [200, 304], { path: ID, query: SHAPE }),
      async (directory, exchange) => resourceAnswer(200, await found(kind, directory, exchange), exchange),
    ),
    scimRoute(
      deps,
      "PUT",
      one,
      scimOperation(`replaceScim${type}`, `Replace a ${type}`, [200], writing),
      (directory, exchange) =>
        change(kind, directory, exchange, async () => canonicalResource(type, exchange.body)),
    ),
    scimRoute(
      deps,
      "PATCH",
      one,
      scimOperation(`changeScim${type}`, `Change a ${type}`, [200], writing),
      (directory, exchange) =>
        change(kind, directory, exchange, async (before) => {
          const canonical = canonicalResource(type, before);
          await setImmediate();
          return inTurns(patching(type, canonical, exchange.body), limits.bodyTurnMs);
        }),
    ),
    scimRoute(
      deps,
      "DELETE",
      one,
      scimOperation(`deleteScim${type}`, `Remove a ${type}`, [204], { path: ID }),
      async (directory, exchange) => {
        requireMatch(await found(kind, directory, exchange), exchange);
        await kind.remove(directory, exchange.id);
        return new Response(null, { status: 204 });
      },
    ),
  ];
}

async function change(
  kind: ResourceKind,
  directory: DirectoryDeps,
  exchange: ScimExchange,
  next: (before: Unversioned) => Promise<Resource>,
): Promise<Response> {
  const before = await found(kind, directory, exchange);
  requireMatch(before, exchange);
  const after = await next(before);
  await setImmediate();
  await kind.replace(directory, exchange.id, after, before);
  return resourceAnswer(200, await found(kind, directory, exchange), exchange);
}

/** A group of thousands is enough for one turn of the event loop. @throws ScimError 404. */
async function found(
  kind: ResourceKind,
  { db }: DirectoryDeps,
  { id, base }: ScimExchange,
): Promise<Unversioned> {
  const resource = await kind.find(db, id, base, true);
  if (resource === null) throw notFound(kind.type, id);
  await setImmediate();
  return resource;
}
