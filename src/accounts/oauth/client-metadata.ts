/** A client's metadata (RFC 7591 §2), in a registration or in a document of its own. */
import { z } from "zod";
import { limits } from "../../config/limits.ts";
import { shownName } from "../../lib/visible-names.ts";
import { CLIENT_AUTH_METHODS, type OAuthClient } from "../../store/oauth/clients.ts";
import { SCOPES } from "../credentials/scopes.ts";
import { OAuthError } from "./oauth-error.ts";
import { faultOfRedirectUri } from "./redirect-uris.ts";
import { readScopes } from "./scopes.ts";

export const GRANT_TYPES = ["authorization_code", "refresh_token"] as const;

const names = z.array(z.string().max(limits.oauthParameterChars)).max(limits.oauthRedirectUris);

/**
 * The members that this server uses. Clients send more (logo, contacts, keys); that is neither checked nor kept, and the answer
 * leaves it out, as RFC 7591 §2 and §3.2.1 have it.
 */
export const ClientMetadataFields = z.object({
  redirect_uris: names.min(1),
  client_name: z.string().nullish(),
  token_endpoint_auth_method: z
    .string()
    .nullish()
    .meta({ enum: [...CLIENT_AUTH_METHODS, null], default: "client_secret_basic" }),
  grant_types: names.nullish().meta({ default: ["authorization_code"] }),
  response_types: names.nullish(),
  scope: z.string().nullish(),
});

export type ClientMetadata = Pick<
  OAuthClient,
  "name" | "redirectUris" | "scopes" | "authMethod" | "refreshes"
>;

/** @throws OAuthError `invalid_redirect_uri`, `invalid_client_metadata`, `invalid_scope`. */
export function readClientMetadata(document: unknown): ClientMetadata {
  const parsed = ClientMetadataFields.safeParse(document);
  if (!parsed.success) throw notValid(parsed.error.issues[0]);
  const { redirect_uris, client_name, grant_types, response_types, scope } = parsed.data;
  for (const uri of redirect_uris) {
    const fault = faultOfRedirectUri(uri);
    if (fault !== null)
      throw new OAuthError("invalid_redirect_uri", `The redirect URI ${shown(uri)} ${fault}.`);
  }
  const grantTypes = grant_types ?? ["authorization_code"];
  if (!grantTypes.includes("authorization_code"))
    throw invalid("The grant_types must have authorization_code.");
  if (!(response_types ?? ["code"]).includes("code")) throw invalid("The response_types must have code.");
  return {
    name: shownName(client_name ?? "", limits.oauthClientNameChars),
    redirectUris: [...new Set(redirect_uris)],
    scopes: readScopes(scope?.trim() || null, SCOPES),
    authMethod: authMethodOf(parsed.data.token_endpoint_auth_method ?? "client_secret_basic"),
    refreshes: grantTypes.includes("refresh_token"),
  };
}

function authMethodOf(method: string): OAuthClient["authMethod"] {
  const known = CLIENT_AUTH_METHODS.find((name) => name === method);
  if (known !== undefined) return known;
  throw invalid(`The token_endpoint_auth_method must be one of ${CLIENT_AUTH_METHODS.join(", ")}.`);
}

function notValid(issue: z.core.$ZodIssue | undefined): OAuthError {
  const [field = "body"] = issue?.path ?? [];
  if (field === "redirect_uris")
    return new OAuthError(
      "invalid_redirect_uri",
      `The redirect_uris must be a list of 1 to ${limits.oauthRedirectUris} URIs.`,
    );
  return invalid(
    field === "body" ? "The body must be a JSON object." : `The field ${String(field)} is not valid.`,
  );
}

/** As `error_description` may hold it. */
function shown(uri: string): string {
  return uri.slice(0, limits.oauthShownUriChars).replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "?");
}

function invalid(message: string): OAuthError {
  return new OAuthError("invalid_client_metadata", message);
}
