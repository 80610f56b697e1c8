/** Failures in the words of the protocol. */
import type { TiroError } from "../lib/errors.ts";

const TYPES: Readonly<Record<number, string>> = {
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  429: "rate_limit_error",
  504: "timeout_error",
};

/** As OpenAI's clients read it; the codes are those of the HTTP API. */
export function errorBody({ status, code, message, extras }: TiroError) {
  return {
    type: TYPES[status] ?? (status >= 500 ? "server_error" : "invalid_request_error"),
    code,
    message,
    param: extras.param ?? extras.issues?.[0]?.param ?? null,
  };
}

/** @param eventId the client's, of what was refused. */
export function errorEvent(error: TiroError, eventId: string | null) {
  return { type: "error", error: { ...errorBody(error), event_id: eventId } };
}
