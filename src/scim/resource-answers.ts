/** Resources and lists of them as they are answered (RFC 7644 §3.4, §3.9, §3.14). */
import { ScimError } from "../accounts/directory/scim-error.ts";
import { scimAnswer } from "../web/answers.ts";
import { attributeNamed, attributesOf, type ResourceType, withoutSchema } from "./attributes.ts";
import type { ScimExchange } from "./scim-route.ts";
import { isObject, type Resource } from "./values.ts";

/** A resource without its version, which is made of it. */
export interface Unversioned extends Resource {
  id: string;
  meta: { resourceType: ResourceType; created: string; lastModified: string; location: string };
}

export function resourceAnswer(
  status: 200 | 201,
  unversioned: Unversioned,
  { query, headers }: ScimExchange,
): Response {
  const { resourceType, location } = unversioned.meta;
  const resource = versioned(unversioned);
  const { version } = resource.meta;
  const own = { ETag: version, ...(status === 201 && { Location: location }) };
  const asked = headers.get("if-none-match");
  if (status === 200 && asked !== null && names(asked, version))
    return new Response(null, { status: 304, headers: { ETag: version } });
  return scimAnswer(status, projection(resourceType, query)(resource), own);
}

/** @throws ScimError 412 where the resource is another than the directory knows (RFC 7644 §3.14). */
export function requireMatch(resource: Unversioned, { headers }: ScimExchange): void {
  const asked = headers.get("if-match");
  if (asked === null || asked.trim() === "*" || names(asked, versioned(resource).meta.version)) return;
  throw new ScimError(412, null, "The resource was changed since; read it again.");
}

/** A weak validator: the same state may be written in other bytes. */
export function versioned(resource: Unversioned): Unversioned & { meta: { version: string } } {
  const hash = new Bun.CryptoHasher("sha256").update(JSON.stringify(resource)).digest("base64url");
  return { ...resource, meta: { ...resource.meta, version: `W/"${hash.slice(0, 22)}"` } };
}

function names(header: string, version: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return header.trim() === "*" || header.split(",").some((tag) => opaque(tag) === opaque(version));
}

/** `attributes` and `excludedAttributes` (RFC 7644 §3.9). `id` and `schemas` are always there. */
export function projection(type: ResourceType, query: URLSearchParams): (resource: Resource) => Resource {
  const [wanted, unwanted] = [
    namesIn(type, query.get("attributes")),
    namesIn(type, query.get("excludedAttributes")),
  ];
  if (wanted === null && unwanted === null) return (resource) => resource;
  return (resource) =>
    Object.fromEntries(
      Object.entries(resource).flatMap(([key, value]) => {
        if (key === "id" || key === "schemas") return [[key, value]];
        const kept = (part: string | null) => {
          const full = part === null ? key : `${key}.${part}`;
          return wanted !== null ? wanted.has(key) || wanted.has(full) : !unwanted?.has(full);
        };
        if (kept(null)) {
          if (wanted?.has(key) || !hasPart(unwanted, key)) return [[key, value]];
          return [[key, parts(value, kept)]];
        }
        return wanted !== null && hasPart(wanted, key) ? [[key, parts(value, kept)]] : [];
      }),
    );
}

function hasPart(set: ReadonlySet<string> | null, key: string): boolean {
  return set !== null && [...set].some((name) => name.startsWith(`${key}.`));
}

function parts(value: unknown, kept: (part: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => parts(each, kept));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([part]) => kept(part)));
}

/** In this server's spelling; names that it does not keep are left out. */
function namesIn(type: ResourceType, list: string | null): ReadonlySet<string> | null {
  if (list === null) return null;
  const found = list.split(",").flatMap((written) => {
    const [name = "", part] = (withoutSchema(type, written.trim()) ?? "").split(".");
    const attribute = attributeNamed(attributesOf(type), name);
    const sub = part === undefined ? null : attributeNamed(attribute?.subAttributes, part);
    if (attribute === undefined || sub === undefined) return [];
    return sub === null ? [attribute.name] : [`${attribute.name}.${sub.name}`];
  });
  return new Set(found);
}
