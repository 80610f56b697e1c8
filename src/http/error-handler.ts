/** The one place where failures become answers, in the shape of the route's family. */

import { ScimError, type ScimType } from "../accounts/directory/scim-error.ts";
import { OAuthError } from "../accounts/oauth/oauth-error.ts";
import { limits } from "../config/limits.ts";
import type { TiroError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import { jsonAnswer, scimAnswer } from "../web/answers.ts";
import type {
  ErrorEnvelope,
  OAuthErrorBody,
  ScimErrorBody,
  TranscriptionError,
} from "../web/error-bodies.ts";
import { asTiroError, logFailure } from "../web/failures.ts";
import type { Exchange, Middleware } from "../web/route.ts";

export interface ErrorDeps {
  logger: Logger;
}

/** nginx's status for callers that hung up before the answer; it shows in the log only. */
const CALLER_GONE = 499;

export function renderErrors(deps: ErrorDeps): Middleware {
  return (next) => async (exchange) => {
    try {
      return await next(exchange);
    } catch (thrown) {
      return answerTo(thrown, exchange, deps);
    }
  };
}

function answerTo(thrown: unknown, exchange: Exchange, deps: ErrorDeps): Response {
  // Nobody is there to read an answer, and what ended the work is no failure of the server.
  if (exchange.request.signal.aborted) return new Response(null, { status: CALLER_GONE });
  if (thrown instanceof OAuthError) return oauthErrorAnswer(thrown, exchange);
  if (thrown instanceof ScimError) return scimErrorAnswer(thrown, exchange);
  const error = asTiroError(thrown);
  exchange.errorCode = error.code;
  logFailure(deps.logger, exchange, error);
  return errorAnswer(error, exchange);
}

function errorAnswer(error: TiroError, exchange: Exchange): Response {
  const { extras } = error;
  const headers: Record<string, string> = { ...extras.headers, "x-should-retry": String(error.retryable) };
  if (error.retryable) setRetryAfter(headers, extras.retryAfterSeconds ?? limits.defaultRetrySeconds);
  // The contract: a synchronous call that timed out names its job in `x-request-id` too, also when it only
  // joined a job that an earlier call with its idempotency key had made.
  if (error.code === "request_timeout" && extras.jobId) exchange.answerHeaders["x-request-id"] = extras.jobId;
  if (exchange.route.family === "oauth")
    return jsonAnswer(error.status, oauthBody(oauthCode(error), error.message), headers);
  if (exchange.route.family === "scim")
    return scimAnswer(error.status, scimBody(error.status, scimTypeOf(error), error.message), headers);
  return jsonAnswer(error.status, errorBody(error, exchange), headers);
}

/** RFC 6749 §5.2. */
function oauthErrorAnswer({ code, status, message, headers }: OAuthError, exchange: Exchange): Response {
  exchange.errorCode = code;
  return jsonAnswer(status, oauthBody(code, message), headers);
}

function oauthBody(error: string, error_description: string): OAuthErrorBody {
  return { error, error_description };
}

/** The nearest OAuth code for an error that OAuth does not define, such as a body that is too large. */
function oauthCode({ status }: TiroError): string {
  if (status === 503 || status === 429) return "temporarily_unavailable";
  return status >= 500 ? "server_error" : "invalid_request";
}

/** RFC 7644 §3.12. */
function scimErrorAnswer({ status, scimType, message, headers }: ScimError, exchange: Exchange): Response {
  exchange.errorCode = scimType ?? String(status);
  return scimAnswer(status, scimBody(status, scimType, message), headers);
}

function scimBody(status: number, scimType: ScimType | null, detail: string): ScimErrorBody {
  const schemas: ScimErrorBody["schemas"] = ["urn:ietf:params:scim:api:messages:2.0:Error"];
  return { schemas, ...(scimType !== null && { scimType }), detail, status: String(status) };
}

/** The nearest SCIM type for an error that SCIM does not define. */
function scimTypeOf({ code }: TiroError): ScimType | null {
  if (code === "invalid_json") return "invalidSyntax";
  return code === "invalid_request" ? "invalidValue" : null;
}

/** Both headers say the same; OpenAI's clients prefer the finer one. */
function setRetryAfter(headers: Record<string, string>, seconds: number): void {
  headers["Retry-After"] = String(Math.max(1, Math.ceil(seconds)));
  headers["retry-after-ms"] = String(Math.max(1, Math.ceil(seconds * 1000)));
}

function errorBody(
  error: TiroError,
  { route: { family }, publicUrl }: Exchange,
): ErrorEnvelope | TranscriptionError {
  const { code, message, extras } = error;
  const where = {
    docs_url: `${publicUrl}/docs/errors#${code}`,
    ...(isBilling(error) && { billing_url: `${publicUrl}/billing` }),
  };
  if (family !== "transcription") return { error: { code, message, details: detailsOf(error), ...where } };
  return {
    error: {
      message,
      type: errorType(error),
      param: extras.param ?? extras.issues?.[0]?.param ?? null,
      code,
      ...(extras.jobId && { job_id: extras.jobId }),
      ...where,
    },
  };
}

/** `invalid_request` always lists its issues; another error names the parameter that it is about, if there is one. */
function detailsOf({
  code,
  message,
  extras: { issues, param, details },
}: TiroError): ErrorEnvelope["error"]["details"] {
  if (issues) return { issues: issues.map(({ param, message }) => ({ param, message })) };
  if (param === undefined) return { ...details };
  return code === "invalid_request" ? { issues: [{ param, message }] } : { ...details, param };
}

function isBilling(error: TiroError): boolean {
  return error.status === 402 || error.code === "subscription_required";
}

function errorType({ status }: TiroError): TranscriptionError["error"]["type"] {
  if (status === 401) return "authentication_error";
  if (status === 402) return "billing_error";
  if (status === 403) return "permission_error";
  if (status === 429) return "rate_limit_error";
  if (status === 504) return "timeout_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}
