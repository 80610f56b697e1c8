/** Errors of a route. */
import { type ErrorCode, errorCatalogue } from "../../lib/errors.ts";
import { endsSomething } from "../../web/ending-actions.ts";
import type { Operation } from "../../web/operation.ts";
import type { Family, Route } from "../../web/route.ts";
import { isSensitive } from "../../web/sensitive-actions.ts";

const WITH_KEY = [
  "invalid_request",
  "invalid_api_key",
  "account_disabled",
  "another_person",
  "address_not_allowed",
  "subscription_required",
  "rate_limit_exceeded",
  "internal_error",
  "storage_full",
  "storage_unavailable",
  "shutting_down",
] as const;
const WORDS_OF_PERSON = ["foreign_request", "policy_changed"] as const;
const WITH_SCOPE = ["insufficient_scope"] as const;
const AS_MEMBER = ["user_required", "user_not_member"] as const;
const AUDIO = [
  "payment_method_required",
  "billing_past_due",
  "concurrency_limit_exceeded",
  "quota_exceeded",
] as const;
const JSON_BODY = ["invalid_request", "invalid_json", "payload_too_large", "unsupported_media_type"] as const;
const BY_PERSON = [
  "host_not_allowed",
  "another_person",
  "invalid_api_key",
  "second_step_required",
  "foreign_request",
  "internal_error",
  "storage_full",
  "storage_unavailable",
  "shutting_down",
] as const;
const FROM_BROWSER = ["host_not_allowed", "origin_not_allowed"] as const;

const OWN_WORDS: ReadonlySet<Family> = new Set(["oauth", "scim"]);

/** In the catalogue's order: those of its kind, and its own. */
export function errorCodesOf(route: Route, { body, errors = [] }: Operation): ErrorCode[] {
  const withKey = route.access === "key";
  const byPerson = route.access === "person" && route.path.startsWith("/v1/");
  // Pages report their faults as pages, OAuth and SCIM in their own words.
  const tellsCodes = withKey || byPerson || (route.access === "public" && !OWN_WORDS.has(route.family));
  const codes = new Set<ErrorCode>([
    ...errors,
    ...(withKey ? WITH_KEY : []),
    ...(withKey && (route.scope || route.family === "mcp") ? WITH_SCOPE : []),
    ...(withKey && route.family !== "transcription" ? AS_MEMBER : []),
    ...(withKey && route.audio ? AUDIO : []),
    ...(withKey && route.family === "mcp" ? FROM_BROWSER : []),
    ...(byPerson ? BY_PERSON : []),
    ...(byPerson && !endsSomething(route) ? (["rate_limit_exceeded"] as const) : []),
    ...(byPerson && isSensitive(route) ? (["fresh_log_in_required"] as const) : []),
    ...(route.access === "person" && route.refusesKeys ? (["browser_session_required"] as const) : []),
    ...(withKey && route.path.startsWith("/v1/")
      ? (["host_not_allowed", "second_step_required"] as const)
      : []),
    ...(withKey && route.path.startsWith("/v1/") && route.method !== "GET" ? WORDS_OF_PERSON : []),
    ...(tellsCodes && body?.content["application/json"] ? JSON_BODY : []),
  ]);
  return errorCatalogue()
    .map(({ code }) => code)
    .filter((code) => codes.has(code));
}

export function meaningsByStatus(codes: readonly ErrorCode[]): { status: number; description: string }[] {
  const known = errorCatalogue().filter(({ code }) => codes.includes(code));
  return [...new Set(known.map(({ status }) => status))].map((status) => ({
    status,
    description: known
      .filter((each) => each.status === status)
      .map(({ code, meaning }) => `\`${code}\`: ${meaning}`)
      .join("\n\n"),
  }));
}
