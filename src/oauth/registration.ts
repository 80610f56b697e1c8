/** Dynamic client registration (RFC 7591). */
import { z } from "zod";
import { ClientMetadataFields, GRANT_TYPES } from "../accounts/oauth/client-metadata.ts";
import { type RegisteredClient, registerClient } from "../accounts/oauth/clients.ts";
import type { OAuthDeps } from "../accounts/oauth/deps.ts";
import { OAuthError } from "../accounts/oauth/oauth-error.ts";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { CLIENT_AUTH_METHODS } from "../store/oauth/clients.ts";
import { jsonAnswer } from "../web/answers.ts";
import { contentTypeOf, readJsonValue } from "../web/body.ts";
import { jsonBody, jsonOf, type Operation, oauthFaults } from "../web/operation.ts";
import type { Exchange, PublicRoute } from "../web/route.ts";
import { PATHS } from "./paths.ts";

const Registered = z.object({
  client_id: z.string(),
  client_id_issued_at: z.int(),
  client_secret: z.string().optional().describe("Shown this once."),
  client_secret_expires_at: z.int().optional(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.enum(CLIENT_AUTH_METHODS),
  scope: z.string(),
});

const operation: Operation = {
  id: "registerClient",
  tags: ["OAuth"],
  summary: "Register an app (RFC 7591)",
  description:
    "Redirect URIs are https addresses, http addresses of the person's own computer (any port is taken later), or an app's own scheme. Fields that are not here are left out.",
  body: jsonBody(ClientMetadataFields),
  answers: {
    201: jsonOf("The registered values.", Registered),
    ...oauthFaults(400, 403, 413, 415, 429, 503),
  },
};

export function registrationRoutes(deps: OAuthDeps): PublicRoute[] {
  return [
    {
      method: "POST",
      path: PATHS.registration,
      family: "oauth",
      access: "public",
      operation,
      crossOrigin: true,
      handle: (exchange) => register(deps, exchange),
    },
  ];
}

async function register(deps: OAuthDeps, { request, address }: Exchange): Promise<Response> {
  if (contentTypeOf(request) !== "application/json")
    throw new OAuthError(
      "invalid_client_metadata",
      "Send the metadata as JSON, with Content-Type application/json.",
    );
  const client = await registerClient(deps, await metadataOf(request), address());
  return jsonAnswer(201, registered(client), { Pragma: "no-cache" });
}

async function metadataOf(request: Request): Promise<unknown> {
  const { oauthRegistrationBytes: maxBytes, jsonBodyValues: maxValues } = limits;
  try {
    return await readJsonValue(request, { maxBytes, maxValues });
  } catch (error) {
    if (!(error instanceof TiroError && error.code === "invalid_json")) throw error;
    throw new OAuthError("invalid_client_metadata", "The body is not JSON in UTF-8.");
  }
}

/** All that was registered (RFC 7591 §3.2.1): fields that are not here were ignored. */
function registered(client: RegisteredClient): z.infer<typeof Registered> {
  const issuedAtSeconds = Math.floor(client.createdAt / 1000);
  return {
    client_id: client.id,
    client_id_issued_at: issuedAtSeconds,
    ...(client.secret !== null && { client_secret: client.secret, client_secret_expires_at: 0 }),
    ...(client.name !== "" && { client_name: client.name }),
    redirect_uris: [...client.redirectUris],
    grant_types: client.refreshes ? [...GRANT_TYPES] : GRANT_TYPES.slice(0, 1),
    response_types: ["code"],
    token_endpoint_auth_method: client.authMethod,
    scope: client.scopes.join(" "),
  };
}
