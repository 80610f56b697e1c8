/** Changes of parts of a resource (RFC 7644 §3.5.2), also as Microsoft Entra and Okta send them. */
import { ScimError } from "../accounts/directory/scim-error.ts";
import { limits } from "../config/limits.ts";
import {
  type Attribute,
  attributeNamed,
  attributesOf,
  type ResourceType,
  withoutSchema,
} from "./attributes.ts";
import { type Filter, fulfils, parseValueFilter } from "./filter.ts";
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

/**
 * The resource after all operations, in their order; attributes that this server does not keep stay out of it, as they
 * do when a resource is made.
 * @throws ScimError `invalidSyntax`, `invalidPath`, `invalidValue`, `noTarget`, `mutability`, `tooMany`.
 */
export function patched(type: ResourceType, before: Resource, body: Resource): Resource {
  const resource = structuredClone(before);
  for (const operation of operationsOf(body)) apply(type, resource, operation);
  return resource;
}

function operationsOf(body: Resource): Operation[] {
  const list = memberOf(body, "operations");
  if (!Array.isArray(list) || list.length === 0)
    throw new ScimError(400, "invalidSyntax", "The body must have a list of Operations.");
  if (list.length > limits.scimOperations)
    throw new ScimError(413, "tooMany", `There may be at most ${limits.scimOperations} Operations.`);
  return list.map((each: unknown) => {
    const operation = isObject(each) ? each : {};
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
  });
}

/** Names of members of a message count in any case too. */
function memberOf(object: Resource, name: string): unknown {
  return Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1];
}

function apply(type: ResourceType, resource: Resource, { op, path, value }: Operation): void {
  if (path !== null) {
    applyAt(type, resource, { op, path, value }, true);
    return;
  }
  if (op === "remove") throw new ScimError(400, "noTarget", "An operation that removes needs a path.");
  if (!isObject(value))
    throw new ScimError(400, "invalidValue", "Without a path the value must be an object.");
  // Okta repeats the id here: what cannot be written is left out, as in a whole resource.
  for (const [key, part] of Object.entries(value))
    applyAt(type, resource, { op, path: key, value: part }, false);
}

function applyAt(
  type: ResourceType,
  resource: Resource,
  { op, path: written, value }: Operation & { path: string },
  isStrict: boolean,
): void {
  const path = pathOf(type, written);
  if (path === null) return;
  const { attribute, sub } = path;
  if (attribute.mutability === "readOnly") {
    if (!isStrict) return;
    throw new ScimError(400, "mutability", `${attribute.name} cannot be written.`);
  }
  if (attribute.multiValued) changeList(resource, path, op, value);
  else if (sub !== null) changePart(resource, attribute, sub, op, value);
  else if (op === "remove") delete resource[attribute.name];
  else {
    const next = canonicalValue(attribute, value);
    const now = resource[attribute.name];
    set(resource, attribute.name, isObject(now) && isObject(next) ? { ...now, ...next } : next);
  }
}

const PATH = /^([^[\]]*?)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$-]*))?$/s;

/** Null where it leads to what is not kept. @throws ScimError `invalidPath`, `invalidFilter`. */
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

function changeList(resource: Resource, path: Path, op: Op, value: unknown): void {
  const { attribute, filter, sub } = path;
  const before = (resource[attribute.name] ?? []) as Resource[];
  const after =
    filter === null && sub === null
      ? changedWhole(attribute, before, op, value)
      : changedSome(path, before, op, value);
  set(resource, attribute.name, after.length === 0 ? undefined : onePrimary(before, after));
}

function changedWhole(attribute: Attribute, before: Resource[], op: Op, value: unknown): Resource[] {
  const values = (canonicalValue(attribute, value) ?? []) as Resource[];
  if (op === "replace") return values;
  const named = new Set(values.map((each) => each.value));
  // With values, as Microsoft Entra sends them, only those go.
  if (op === "remove")
    return value === undefined || value === null ? [] : before.filter((each) => !named.has(each.value));
  return [...before.filter((each) => !named.has(each.value)), ...values];
}

/** @throws ScimError `noTarget` where nothing is to be replaced that the filter finds. */
function changedSome(
  { attribute, filter, sub }: Path,
  before: Resource[],
  op: Op,
  value: unknown,
): Resource[] {
  const isMeant = (each: Resource) => filter === null || fulfils(each, filter);
  if (op === "remove" && sub === null) return before.filter((each) => !isMeant(each));
  const change = op === "remove" ? {} : changeOf(attribute, sub, value);
  if (before.some(isMeant))
    return before.map((each) => {
      if (!isMeant(each)) return each;
      if (op !== "remove" || sub === null) return { ...each, ...change };
      const { [sub.name]: _, ...rest } = each;
      return rest;
    });
  if (op === "remove") return before;
  if (op === "replace") throw new ScimError(400, "noTarget", "The path's filter finds no value to replace.");
  // Microsoft Entra adds `emails[type eq "work"].value`: a value that the filter would have found.
  return [...before, { ...(filter && named(filter)), ...change }];
}

function changeOf(attribute: Attribute, sub: Attribute | null, value: unknown): Resource {
  if (sub !== null) return { [sub.name]: canonicalValue(sub, value) };
  return single(attribute, Array.isArray(value) ? value[0] : value) as Resource;
}

/** What the filter asks a value to be. */
function named(filter: Filter): Resource {
  if (filter.kind === "and") return { ...named(filter.left), ...named(filter.right) };
  if (filter.kind !== "compare" || filter.operator !== "eq") return {};
  return { [filter.at.attribute.name]: filter.value };
}

/** Of a list one value is primary: the one that became it last (RFC 7644 §3.5.2). */
function onePrimary(before: readonly Resource[], after: Resource[]): Resource[] {
  const known = new Set(before.filter(({ primary }) => primary === true).map(({ value }) => value));
  const primaries = after.filter(({ primary }) => primary === true);
  if (primaries.length < 2) return after;
  const chosen = primaries.findLast(({ value }) => !known.has(value)) ?? primaries[0];
  return after.map((each) => (each.primary === true && each !== chosen ? { ...each, primary: false } : each));
}

function set(object: Resource, name: string, value: unknown): void {
  if (value === undefined) delete object[name];
  else object[name] = value;
}
