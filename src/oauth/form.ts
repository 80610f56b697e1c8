/** Shared parts of the endpoints with forms. */
import type { ClientCredentials } from "../accounts/oauth/clients.ts";
import { OAuthError } from "../accounts/oauth/oauth-error.ts";
import { single } from "../accounts/oauth/parameters.ts";
import { TiroError } from "../lib/errors.ts";
import { readForm } from "../web/form.ts";
import type { Exchange } from "../web/route.ts";
import { readClientCredentials } from "./client-credentials.ts";

/** @throws `invalid_request` also for a parameter that stands twice (RFC 6749 §3.2), but for `resource` (RFC 8707 §2). */
export async function readOAuthForm(
  request: Request,
): Promise<{ form: URLSearchParams; credentials: ClientCredentials }> {
  const form = await readFields(request);
  for (const name of new Set(form.keys())) if (name !== "resource") single(form, name);
  return { form, credentials: readClientCredentials(request, form) };
}

async function readFields(request: Request): Promise<URLSearchParams> {
  try {
    return await readForm(request);
  } catch (error) {
    if (!(error instanceof TiroError && error.code === "unsupported_media_type")) throw error;
    throw new OAuthError("invalid_request", error.message);
  }
}

/** A client that was refused for its header must learn which header (RFC 6749 §5.2). */
export async function withBasicChallenge(
  exchange: Exchange,
  answer: () => Promise<Response>,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (
      error instanceof OAuthError &&
      error.code === "invalid_client" &&
      exchange.request.headers.has("authorization")
    )
      exchange.answerHeaders["WWW-Authenticate"] = 'Basic realm="tiro"';
    throw error;
  }
}
