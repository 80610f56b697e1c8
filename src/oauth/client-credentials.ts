import type { ClientCredentials } from "../accounts/oauth/clients.ts";
import { OAuthError } from "../accounts/oauth/oauth-error.ts";
import { required, single } from "../accounts/oauth/parameters.ts";
import { limits } from "../config/limits.ts";

/**
 * How the client says who it is (RFC 6749 §2.3): `Authorization: Basic`, or fields of the form; a public one names its
 * `client_id` only.
 * @throws `invalid_request`, `invalid_client`.
 */
export function readClientCredentials(request: Request, form: URLSearchParams): ClientCredentials {
  const header = request.headers.get("authorization");
  const secret = single(form, "client_secret");
  if (header === null || !/^basic /i.test(header)) return { id: required(form, "client_id"), secret };
  const credentials = readBasic(header);
  const id = single(form, "client_id");
  if (secret !== null || (id !== null && id !== credentials.id))
    throw new OAuthError("invalid_request", "The client authenticates in two ways; use one.");
  return credentials;
}

/** Identifier and secret are form-encoded before they are joined (RFC 6749 §2.3.1). */
function readBasic(header: string): ClientCredentials {
  const [, encoded = ""] = /^basic +([A-Za-z0-9+/]+=*)$/i.exec(header.slice(0, limits.credentialChars)) ?? [];
  const text = Buffer.from(encoded, "base64").toString();
  const colon = text.indexOf(":");
  if (colon < 1) throw notBasic();
  const secret = formDecode(text.slice(colon + 1));
  return { id: formDecode(text.slice(0, colon)), secret: secret === "" ? null : secret };
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw notBasic();
  }
}

function notBasic(): OAuthError {
  return new OAuthError(
    "invalid_client",
    "The Authorization header must be Basic, with client_id and client_secret.",
  );
}
