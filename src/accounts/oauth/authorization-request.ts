/** The authorization request (RFC 6749 §4.1.1), with PKCE (RFC 7636) and resource indicators (RFC 8707). */
import { limits } from "../../config/limits.ts";
import type { OAuthClient } from "../../store/oauth/clients.ts";
import type { Scope } from "../credentials/scopes.ts";
import { findClient } from "./clients.ts";
import type { OAuthDeps } from "./deps.ts";
import { OAuthError } from "./oauth-error.ts";
import { single } from "./parameters.ts";
import { isRegistered, withParameters } from "./redirect-uris.ts";
import { RESOURCE_NAMES, type ResourceName, readResources } from "./resources.ts";
import { readScopes, toScopes } from "./scopes.ts";

/** Where the answer goes. Until this is known to be the client's own, nobody may be sent anywhere. */
export interface AuthorizationTarget {
  client: OAuthClient;
  redirectUri: string;
  /** As the request named it; null if it left it to the one that is registered. */
  namedRedirectUri: string | null;
  state: string | null;
}

export interface AuthorizationRequest extends AuthorizationTarget {
  scopes: readonly Scope[];
  resources: readonly ResourceName[];
  codeChallenge: string;
}

/** A person may let an app read without letting it change anything. */
export function isRefusable({ scopes }: Pick<AuthorizationRequest, "scopes">, scope: Scope): boolean {
  return scope === "write" && scopes.includes("read");
}

/** @throws OAuthError that the person must see, because there is no client to send it to. */
export async function readTarget(deps: OAuthDeps, parameters: URLSearchParams): Promise<AuthorizationTarget> {
  const id = single(parameters, "client_id");
  if (id === null) throw new OAuthError("invalid_request", "The request does not name an app (client_id).");
  const client = await findClient(deps, id);
  if (client === null)
    throw new OAuthError("invalid_client", "This server does not know the app, or no longer does.");
  const named = single(parameters, "redirect_uri");
  const redirectUri = named ?? (client.redirectUris.length === 1 ? client.redirectUris[0] : undefined);
  if (redirectUri === undefined)
    throw new OAuthError("invalid_request", "The request does not say where to answer (redirect_uri).");
  if (redirectUri.length > limits.oauthRedirectUriChars || !isRegistered(client.redirectUris, redirectUri))
    throw new OAuthError(
      "invalid_redirect_uri",
      "The app asks for the answer at an address that it did not register.",
    );
  return { client, redirectUri, namedRedirectUri: named, state: stateOf(parameters) };
}

/** A `state` that is no single text belongs to an error, which is then sent without it. */
function stateOf(parameters: URLSearchParams): string | null {
  const values = parameters.getAll("state");
  return values.length === 1 && (values[0]?.length ?? 0) <= limits.oauthParameterChars
    ? (values[0] ?? null)
    : null;
}

/** @throws OAuthError to send to the client, at its redirect URI. */
export function readRequest(
  publicUrl: string,
  target: AuthorizationTarget,
  parameters: URLSearchParams,
): AuthorizationRequest {
  single(parameters, "state");
  for (const name of ["request", "request_uri"] as const)
    if (parameters.has(name))
      throw new OAuthError(`${name}_not_supported`, `The parameter ${name} is not supported.`);
  requireValue(parameters, "response_type", ["code"], "unsupported_response_type");
  if (parameters.has("response_mode")) requireValue(parameters, "response_mode", ["query"]);
  requireValue(parameters, "code_challenge_method", ["S256"]);
  const codeChallenge = single(parameters, "code_challenge");
  if (codeChallenge === null || !/^[\w-]{43}$/.test(codeChallenge))
    throw new OAuthError("invalid_request", "The code_challenge must be 43 characters of base64url.");
  return {
    ...target,
    scopes: readScopes(single(parameters, "scope"), toScopes(target.client.scopes)),
    resources: readResources(publicUrl, parameters.getAll("resource").filter(Boolean), RESOURCE_NAMES),
    codeChallenge,
  };
}

function requireValue(
  parameters: URLSearchParams,
  name: string,
  values: readonly string[],
  otherwise: "unsupported_response_type" | "invalid_request" = "invalid_request",
): void {
  const value = single(parameters, name);
  if (value === null) throw new OAuthError("invalid_request", `The parameter ${name} is missing.`);
  if (!values.includes(value)) throw new OAuthError(otherwise, `The ${name} must be ${values.join(" or ")}.`);
}

/** The redirect URI with the answer: the issuer goes with it against mix-up (RFC 9207). */
export function answerUri(
  publicUrl: string,
  { redirectUri, state }: AuthorizationTarget,
  answer: Readonly<Record<string, string>>,
): string {
  return withParameters(redirectUri, { ...answer, ...(state !== null && { state }), iss: publicUrl });
}
