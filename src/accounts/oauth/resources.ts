/** Resources of a token: the API and the remote-agent endpoint are two resources (RFC 8707), each with metadata. */
import { OAuthError } from "./oauth-error.ts";

/** At its address below the server's. */
const PATHS = { api: "/v1", mcp: "/mcp" } as const;

export type ResourceName = keyof typeof PATHS;
export const RESOURCE_NAMES = Object.keys(PATHS) as ResourceName[];

/** The resource's identifier, which is also its address. */
export function resourceIdentifier(publicUrl: string, resource: ResourceName): string {
  return publicUrl + PATHS[resource];
}

/** Where the path's well-known form stands (RFC 9728 §3.1). */
export function resourceMetadataPath(resource: ResourceName): string {
  return `/.well-known/oauth-protected-resource${PATHS[resource]}`;
}

/**
 * The resources that a request names by repeating `resource`; `fallback` if it names none. One slash at the end is
 * tolerated, because clients append one to a base URL.
 * @throws OAuthError `invalid_target`, also if one lies outside of `allowed`.
 */
export function readResources(
  publicUrl: string,
  values: readonly string[],
  allowed: readonly ResourceName[],
): ResourceName[] {
  if (values.length === 0) return [...allowed];
  const named = new Set(values.map((value) => nameOf(publicUrl, value)));
  const unknown = [...named].find((name) => name === null || !allowed.includes(name));
  if (unknown === undefined) return RESOURCE_NAMES.filter((name) => named.has(name));
  const known = allowed.map((name) => resourceIdentifier(publicUrl, name)).join(" and ");
  throw new OAuthError("invalid_target", `The resource must be among ${known}.`);
}

function nameOf(publicUrl: string, value: string): ResourceName | null {
  if (!URL.canParse(value) || value.includes("#")) return null;
  const { href } = new URL(value);
  return (
    RESOURCE_NAMES.find((name) => {
      const own = new URL(resourceIdentifier(publicUrl, name)).href;
      return href === own || href === `${own}/`;
    }) ?? null
  );
}
