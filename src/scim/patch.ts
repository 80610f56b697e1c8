/** Changes of parts of a resource (RFC 7644 §3.5.2), also as Microsoft Entra and Okta send them. */
import { ScimError } from "../accounts/directory/scim-error.ts";
import { limits } from "../config/limits.ts";
import type { Slices } from "../lib/slices.ts";
import {
  type Attribute,
  attributeNamed,
  attributesOf,
  type ResourceType,
  withoutSchema,
} from "./attributes.ts";
import { equalTo, type Filter, fulfils, parseValueFilter } from "./filter.ts";
import { ValueList } from "./value-list.ts";
import { canonicalValue, isObject, type Resource, single } from "./values.ts";

type Op = "add" | "replace" | "remove";

interface Operation {
  op: Op;
  path: string | null;
  value: unknown;
}

interface Path {
  attribute: Attribute;
  filter: Filter | null;
  sub: Attribute | null;
}

/** A resource while it is changed. */
interface Draft {
  type: ResourceType;
  resource: Resource;
  /** By the names of their attributes; those that were touched. */
  lists: Map<string, ValueList>;
  /** How many values filters may still be asked of. */
  looksLeft: number;
}

/**
 * The resource after all operations, in their order; attributes that this server does not keep stay out of it, as they
 * do when a resource is made.
 * @throws ScimError `invalidSyntax`, `invalidPath`, `invalidValue`, `noTarget`, `mutability`, `tooMany`.
 */
export function* patching(type: ResourceType, before: Resource, body: Resource): Slices<Resource> {
  const resource = { ...before };
  const draft: Draft = { type, resource, lists: new Map(), looksLeft: limits.scimPatchLooks };
  for (const each of operationsOf(body)) {
    apply(draft, readOperation(each));
    yield;
  }
  for (const [name, list] of draft.lists) set(resource, name, list.size === 0 ? undefined : list.all());
  return resource;
}

function operationsOf(body: Resource): unknown[] {
  const list = memberOf(body, "operations");
  if (!Array.isArray(list) || list.length === 0)
    throw new ScimError(400, "invalidSyntax", "The body must have a list of Operations.");
  if (list.length > limits.scimOperations)
    throw new ScimError(413, "tooMany", `There may be at most ${limits.scimOperations} Operations.`);
  return list;
}

function readOperation(given: unknown): Operation {
  const operation = isObject(given) ? given : {};
  const op = String(memberOf(operation, "op")).toLowerCase();
  const path = memberOf(operation, "path") ?? null;
  if (op !== "add" && op !== "replace" && op !== "remove")
    throw new ScimError(400, "invalidSyntax", "Each operation has an op: add, replace or remove.");
  if (path !== null && (typeof path !== "string" || path.length > limits.scimFilterChars))
    throw new ScimError(
      400,
      "invalidPath",
      `The path must be a text of at most ${limits.scimFilterChars} characters.`,
    );
  return { op, path: path === "" ? null : path, value: memberOf(operation, "value") };
}

/** Names of members of a message count in any case too. */
function memberOf(object: Resource, name: string): unknown {
  return Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1];
}

function apply(draft: Draft, { op, path, value }: Operation): void {
  if (path !== null) {
    applyAt(draft, { op, path, value }, true);
    return;
  }
  if (op === "remove") throw new ScimError(400, "noTarget", "An operation that removes needs a path.");
  if (!isObject(value))
    throw new ScimError(400, "invalidValue", "Without a path the value must be an object.");
  // Okta repeats the id here: what cannot be written is left out, as in a whole resource.
  for (const [key, part] of Object.entries(value)) applyAt(draft, { op, path: key, value: part }, false);
}

function applyAt(
  draft: Draft,
  { op, path: written, value }: Operation & { path: string },
  isStrict: boolean,
): void {
  const { type, resource } = draft;
  const path = pathOf(type, written);
  if (path === null) return;
  const { attribute, sub } = path;
  if (attribute.mutability === "readOnly") {
    if (!isStrict) return;
    throw new ScimError(400, "mutability", `${attribute.name} cannot be written.`);
  }
  if (attribute.multiValued) changeList(draft, path, op, value);
  else if (sub !== null) changePart(resource, attribute, sub, op, value);
  else if (op === "remove") delete resource[attribute.name];
  else {
    const next = canonicalValue(attribute, value);
    const now = resource[attribute.name];
    set(resource, attribute.name, isObject(now) && isObject(next) ? { ...now, ...next } : next);
  }
}

const PATH = /^([^[\]]*?)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$-]*))?$/s;

/** Null if it leads to what is not kept. @throws ScimError `invalidPath`, `invalidFilter`. */
function pathOf(type: ResourceType, written: string): Path | null {
  const name = withoutSchema(type, written.trim());
  if (name === null) return null;
  const [, whole = "", filter, part] = PATH.exec(name) ?? [];
  if (!/^[A-Za-z$][\w$-]*$/.test(whole))
    throw new ScimError(400, "invalidPath", `The path ${written} cannot be read.`);
  const attribute = attributeNamed(attributesOf(type), whole);
  if (attribute === undefined) return null;
  const sub = part === undefined ? null : attributeNamed(attribute.subAttributes, part);
  if (filter !== undefined && !attribute.multiValued)
    throw new ScimError(400, "invalidPath", `${attribute.name} has one value only: it takes no filter.`);
  if (sub === undefined) return null;
  return { attribute, sub, filter: filter === undefined ? null : parseValueFilter(filter, attribute, type) };
}

function changePart(resource: Resource, { name }: Attribute, sub: Attribute, op: Op, value: unknown): void {
  const object = { ...(resource[name] as Resource | undefined) };
  set(object, sub.name, op === "remove" ? undefined : canonicalValue(sub, value));
  set(resource, name, Object.keys(object).length === 0 ? undefined : object);
}

function changeList(draft: Draft, path: Path, op: Op, value: unknown): void {
  const { attribute, filter, sub } = path;
  const { name } = attribute;
  const list = draft.lists.get(name) ?? new ValueList((draft.resource[name] ?? []) as Resource[]);
  draft.lists.set(name, list);
  const primaries = list.primaryValues();
  if (filter === null && sub === null) changeWhole(list, attribute, op, value);
  else changeSome(list, draft, path, op, value);
  list.keepOnePrimary(primaries);
}

function changeWhole(list: ValueList, attribute: Attribute, op: Op, value: unknown): void {
  const values = (canonicalValue(attribute, value) ?? []) as Resource[];
  // With values, as Microsoft Entra sends them, only those go.
  if (op === "replace" || (op === "remove" && (value === undefined || value === null))) list.clear();
  else for (const each of values) list.remove(list.placesOf(each.value));
  if (op !== "remove") list.add(values);
}

/** @throws ScimError `noTarget` if nothing is to be replaced that the filter finds, `tooMany`. */
function changeSome(list: ValueList, draft: Draft, path: Path, op: Op, value: unknown): void {
  const { attribute, filter, sub } = path;
  const meant = placesMeant(list, draft, path);
  if (op === "remove") {
    if (sub === null) list.remove(meant);
    else for (const place of meant) list.replace(place, without(list.at(place), sub.name));
    return;
  }
  const change = changeOf(attribute, sub, value);
  for (const place of meant) list.replace(place, { ...list.at(place), ...change });
  if (meant.length > 0) return;
  if (op === "replace") throw new ScimError(400, "noTarget", "The path's filter finds no value to replace.");
  // Microsoft Entra adds `emails[type eq "work"].value`: a value that the filter would have found.
  list.add([{ ...(filter && named(filter)), ...change }]);
}

/** Where the values are that the path means. @throws ScimError `tooMany`. */
function placesMeant(list: ValueList, draft: Draft, { attribute, filter }: Path): number[] {
  const isExact = attributeNamed(attribute.subAttributes, "value")?.caseExact === true;
  const asked = filter === null || !isExact ? undefined : equalTo(filter, "value");
  const places = asked === undefined ? list.places() : list.placesOf(asked);
  draft.looksLeft -= places.length;
  if (draft.looksLeft < 0)
    throw new ScimError(
      413,
      "tooMany",
      `The paths of all Operations may look at ${limits.scimPatchLooks} values at most; name members by value eq.`,
    );
  return places.filter((place) => filter === null || fulfils(list.at(place), filter));
}

function without(value: Resource, name: string): Resource {
  const { [name]: _, ...rest } = value;
  return rest;
}

function changeOf(attribute: Attribute, sub: Attribute | null, value: unknown): Resource {
  if (sub !== null) return { [sub.name]: canonicalValue(sub, value) };
  return single(attribute, Array.isArray(value) ? value[0] : value) as Resource;
}

/** The value that the filter requires. */
function named(filter: Filter): Resource {
  if (filter.kind === "and") return { ...named(filter.left), ...named(filter.right) };
  if (filter.kind !== "compare" || filter.operator !== "eq") return {};
  return { [filter.at.attribute.name]: filter.value };
}

function set(object: Resource, name: string, value: unknown): void {
  if (value === undefined) delete object[name];
  else object[name] = value;
}
