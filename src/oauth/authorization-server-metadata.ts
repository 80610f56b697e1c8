/** Authorization server metadata (RFC 8414), where clients look for it. */
import { z } from "zod";
import { SCOPES } from "../accounts/credentials/scopes.ts";
import { GRANT_TYPES } from "../accounts/oauth/client-metadata.ts";
import type { OAuthDeps } from "../accounts/oauth/deps.ts";
import { SIGNING_ALGORITHM } from "../accounts/oauth/signing-keys.ts";
import { CLIENT_AUTH_METHODS } from "../store/oauth/clients.ts";
import { jsonAnswer } from "../web/answers.ts";
import { jsonOf } from "../web/operation.ts";
import type { PublicRoute } from "../web/route.ts";
import { PATHS } from "./paths.ts";

/**
 * The issuer has no path, so the first is its place. Clients that take a resource's address for the issuer's ask at the
 * others; some know OpenID Connect's places only.
 */
const PLACES = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/oauth-authorization-server/v1",
  "/.well-known/openid-configuration",
  "/.well-known/openid-configuration/mcp",
  "/.well-known/openid-configuration/v1",
  "/mcp/.well-known/openid-configuration",
  "/v1/.well-known/openid-configuration",
];

export function authorizationServerMetadataRoutes(deps: OAuthDeps): PublicRoute[] {
  return PLACES.map((path, index) => ({
    method: "GET",
    path,
    family: "oauth",
    access: "public",
    operation: {
      id: `getAuthorizationServerMetadata${index === 0 ? "" : index + 1}`,
      tags: ["OAuth"],
      summary: `Metadata of the authorization server (RFC 8414)${index === 0 ? "" : ", where some clients look for it"}`,
      answers: { 200: jsonOf("The metadata.", z.looseObject({ issuer: z.string() })) },
    },
    crossOrigin: true,
    handle: ({ publicUrl }) => jsonAnswer(200, metadata(publicUrl, deps)),
  }));
}

function metadata(publicUrl: string, { settings }: OAuthDeps): Record<string, unknown> {
  return {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + PATHS.authorization,
    token_endpoint: publicUrl + PATHS.token,
    ...(settings.registration && { registration_endpoint: publicUrl + PATHS.registration }),
    revocation_endpoint: publicUrl + PATHS.revocation,
    jwks_uri: publicUrl + PATHS.jwks,
    scopes_supported: SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTH_METHODS,
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    ...(settings.client_metadata_hosts.length > 0 && { client_id_metadata_document_supported: true }),
    // Without these two, clients that read the document as OpenID Connect's refuse all of it. There are no ID tokens.
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
  };
}
