/** Values of attributes as directories write them, brought into the one form that is worked with here. */
import { invalidValue } from "../accounts/directory/scim-error.ts";
import { limits } from "../config/limits.ts";
import {
  type Attribute,
  attributeNamed,
  attributesOf,
  type ResourceType,
  withoutSchema,
} from "./attributes.ts";

export type Resource = Record<string, unknown>;

/**
 * A resource with the attributes that are kept and may be written; others are left out, as RFC 7643 §2.2 and RFC 7644
 * §3.3 allow.
 * @throws ScimError `invalidValue` if a value is of another type, or too long.
 */
export function canonicalResource(type: ResourceType, body: Resource): Resource {
  const entries = Object.entries(body).flatMap(([key, value]) => {
    const name = withoutSchema(type, key);
    return name === null ? [] : [[name, value] as const];
  });
  return canonicalMembers(attributesOf(type), entries);
}

/** Undefined if it is unassigned: null, or an empty list (RFC 7643 §2.5). @throws ScimError `invalidValue`. */
export function canonicalValue(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (!attribute.multiValued) return single(attribute, unwrapped(value));
  const list = (Array.isArray(value) ? value : [value])
    .map((each) => single(attribute, each))
    .filter((each) => each !== undefined);
  return list.length === 0 ? undefined : list;
}

/** One value of the attribute, of its list where it has many. @throws ScimError `invalidValue`. */
export function single(attribute: Attribute, value: unknown): unknown {
  if (value === null) return undefined;
  const { name, type, subAttributes } = attribute;
  if (type === "boolean") return booleanIn(name, value);
  if (type === "complex") {
    // A list of ids stands for a list of values with them.
    if (attribute.multiValued && typeof value === "string")
      return canonicalMembers(subAttributes ?? [], [["value", value]]);
    if (!isObject(value)) throw invalidValue(`${name} must be an object.`);
    return canonicalMembers(subAttributes ?? [], Object.entries(value));
  }
  if (typeof value !== "string") throw invalidValue(`${name} must be a text.`);
  const { scimNameChars: most } = limits;
  if (type === "string" && value.length > most)
    throw invalidValue(`${name} may have at most ${most} characters.`);
  return value;
}

export function isObject(value: unknown): value is Resource {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Microsoft Entra also sends `[{ "$ref": null, "value": "False" }]` for one value. */
function unwrapped(value: unknown): unknown {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const [only] = value as unknown[];
  return isObject(only) && "value" in only ? only.value : only;
}

function canonicalMembers(
  attributes: readonly Attribute[],
  entries: readonly (readonly [string, unknown])[],
): Resource {
  return Object.fromEntries(
    entries.flatMap(([key, value]) => {
      const attribute = attributeNamed(attributes, key);
      if (attribute === undefined || attribute.mutability === "readOnly") return [];
      const canonical = canonicalValue(attribute, value);
      return canonical === undefined ? [] : [[attribute.name, canonical]];
    }),
  );
}

/** Microsoft Entra writes `"True"` and `"False"`. */
function booleanIn(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string" && /^(true|false)$/i.test(value)) return value.toLowerCase() === "true";
  throw invalidValue(`${name} must be true or false.`);
}
