import { limits } from "../../config/limits.ts";
import { OAuthError } from "./oauth-error.ts";

/**
 * The value of a parameter; null if it is left out or empty, which are the same (RFC 6749 §3.1).
 * @throws OAuthError `invalid_request` if it stands twice or is too long.
 */
export function single(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  if (values.length > 1)
    throw new OAuthError("invalid_request", `The parameter ${name} appears more than once.`);
  const value = values[0] ?? "";
  if (value.length > limits.oauthParameterChars)
    throw new OAuthError("invalid_request", `The parameter ${name} is too long.`);
  return value === "" ? null : value;
}

/** @throws OAuthError `invalid_request` if it is left out too. */
export function required(parameters: URLSearchParams, name: string): string {
  const value = single(parameters, name);
  if (value === null) throw new OAuthError("invalid_request", `The parameter ${name} is missing.`);
  return value;
}
