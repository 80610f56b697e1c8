/** Lists of resources (RFC 7644 §3.4.2). However many there are, few are looked at in one turn of the event loop. */
import { ScimError } from "../accounts/directory/scim-error.ts";
import { limits } from "../config/limits.ts";
import { inTurns } from "../lib/in-turns.ts";
import { Pauses } from "../lib/pauses.ts";
import type { Db } from "../store/db.ts";
import { scimAnswer } from "../web/answers.ts";
import type { ResourceType } from "./attributes.ts";
import { comparisonsOf, type Filter, fulfilling, looksAt, parseFilter } from "./filter.ts";
import { projection, type Unversioned, versioned } from "./resource-answers.ts";
import type { ScimExchange } from "./scim-route.ts";
import type { Resource } from "./values.ts";

export interface ListedKind {
  type: ResourceType;
  /** The attribute that may hold thousands of values. */
  longList: "members" | "groups";
  /**
   * Ids of those that a filter may find, in the order of the list.
   * @returns `isExact` where it finds all of them, so that none need be looked at.
   */
  candidates(db: Db, filter: Filter | null): { ids: string[]; isExact: boolean };
  /**
   * @param base where the endpoints begin.
   * @param isWhole whether the long list has to be there.
   */
  find(db: Db, id: string, base: string, isWhole: boolean): Promise<Unversioned | null>;
}

/**
 * A page of those that the filter finds.
 * @throws ScimError `invalidFilter`, `tooMany` where too many values would have to be looked at.
 */
export async function listAnswer(db: Db, kind: ListedKind, { query, base }: ScimExchange): Promise<Response> {
  const text = query.get("filter");
  const filter = text === null ? null : parseFilter(text, kind.type);
  const startIndex = Math.max(1, wholeNumber(query, "startIndex") ?? 1);
  const asked = wholeNumber(query, "count") ?? limits.scimPageResults;
  const count = Math.min(limits.scimPageResults, Math.max(0, asked));
  const { ids, isExact } = kind.candidates(db, filter);
  const found = filter === null || isExact ? ids : await foundBy(db, kind, filter, ids);
  const Resources = await page(db, kind, found.slice(startIndex - 1, startIndex - 1 + count), {
    query,
    base,
  });
  return scimAnswer(200, {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
    totalResults: found.length,
    startIndex,
    itemsPerPage: Resources.length,
    Resources,
  });
}

async function foundBy(db: Db, kind: ListedKind, filter: Filter, ids: readonly string[]): Promise<string[]> {
  const isWhole = looksAt(filter, kind.longList);
  const comparisons = comparisonsOf(filter);
  const pauses = new Pauses(limits.scimMembersReadAtOnce);
  const found: string[] = [];
  let looks = 0;
  for (const id of ids) {
    const resource = await kind.find(db, id, "", isWhole);
    if (resource === null) continue;
    const size = sizeOf(kind, resource);
    looks += size * comparisons;
    if (looks > limits.scimFilterLooks)
      throw new ScimError(400, "tooMany", "The filter would have to look at too much; ask for less at once.");
    if (await inTurns(fulfilling(resource, filter), limits.bodyTurnMs)) found.push(id);
    await pauses.did(size * comparisons + RESOURCE_WORK);
  }
  return found;
}

/** The cost of reading one, in values looked at. */
const RESOURCE_WORK = 20;

/** It ends early where it becomes too large, as the RFC allows. */
async function page(
  db: Db,
  kind: ListedKind,
  ids: readonly string[],
  { query, base }: Pick<ScimExchange, "query" | "base">,
): Promise<Resource[]> {
  const shown = projection(kind.type, query);
  const pauses = new Pauses(limits.scimMembersReadAtOnce);
  const resources: Resource[] = [];
  let size = 0;
  for (const id of ids) {
    const resource = await kind.find(db, id, base, true);
    if (resource === null) continue;
    resources.push(shown(versioned(resource)));
    size += sizeOf(kind, resource);
    if (size > limits.scimPageMembers) break;
    await pauses.did(sizeOf(kind, resource) + RESOURCE_WORK);
  }
  return resources;
}

function sizeOf({ longList }: ListedKind, resource: Resource): number {
  return 1 + ((resource[longList] as unknown[] | undefined)?.length ?? 0);
}

function wholeNumber(query: URLSearchParams, name: string): number | null {
  const text = query.get(name);
  if (text === null) return null;
  if (/^-?\d{1,9}$/.test(text)) return Number(text);
  throw new ScimError(400, "invalidValue", `${name} must be a whole number.`);
}
