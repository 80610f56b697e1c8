import { limits } from "../../config/limits.ts";
import { SCOPES, type Scope } from "../credentials/scopes.ts";
import { OAuthError } from "./oauth-error.ts";

/** RFC 6749 §3.3. */
const SCOPE_TEXT = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/;

/**
 * The scopes that a request asks for. Those that this server does not have are left out, as RFC 6749 §3.3 allows:
 * clients ask for `openid`, `offline_access` or one of their own as a matter of course. `fallback` if nothing is
 * asked for, or nothing that there is.
 * @throws OAuthError `invalid_scope` if the text is no list of scopes.
 */
export function readScopes(text: string | null, fallback: readonly Scope[]): Scope[] {
  if (text === null) return [...fallback];
  if (text.length > limits.oauthParameterChars || !SCOPE_TEXT.test(text))
    throw new OAuthError("invalid_scope", "The scope must be names separated by single spaces.");
  const asked = text.split(" ");
  const known = SCOPES.filter((scope) => asked.includes(scope));
  return known.length > 0 ? known : [...fallback];
}

/** Scopes that were stored, or are in a token of ours. */
export function toScopes(names: readonly string[]): Scope[] {
  return SCOPES.filter((scope) => names.includes(scope));
}
