import { SCOPES, type Scope } from "../credentials/scopes.ts";
import { type ResourceName, resourceMetadataPath } from "./resources.ts";

/** The resource that was asked, for the challenge. */
export interface ChallengedResource {
  publicUrl: string;
  resource: ResourceName;
}

/**
 * `WWW-Authenticate` of RFC 6750 §3, with the place of the resource's metadata (RFC 9728 §5.1), from where a client
 * finds the way to a token.
 * @param scopes what a token should have; a client that gets a new one asks for exactly these.
 */
export function challenge(
  { publicUrl, resource }: ChallengedResource,
  error: "invalid_token" | "insufficient_scope" | null,
  scopes: readonly Scope[] = SCOPES,
): string {
  const parts = [
    'realm="tiro"',
    ...(error === null ? [] : [`error="${error}"`]),
    `scope="${scopes.join(" ")}"`,
    `resource_metadata="${publicUrl}${resourceMetadataPath(resource)}"`,
  ];
  return `Bearer ${parts.join(", ")}`;
}
