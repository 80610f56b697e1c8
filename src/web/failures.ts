/** Converts failures before they are sent: a public face for the caller, a private one for the log. */
import { OperatorError, TiroError } from "../lib/errors.ts";
import type { LogFields, Logger } from "../lib/logger.ts";
import { storeError } from "../store/errors.ts";
import { type Exchange, logFields } from "./route.ts";

/** Anything but a `TiroError` or a fault of the disk is a fault of the program: nothing of it may reach the caller. */
export function asTiroError(thrown: unknown): TiroError {
  const known = storeError(thrown);
  if (known instanceof TiroError) return known;
  return new TiroError(
    "internal_error",
    "The server failed. Try again; if it persists, give the request id to your administrator.",
    { cause: thrown, ...(thrown instanceof OperatorError && thrown.extras) },
  );
}

/** The private side of a failure of the server. */
export function logFailure(logger: Logger, exchange: Exchange, error: TiroError): void {
  if (error.status < 500) return;
  const { cause } = error;
  const fields: LogFields = {
    ...logFields(exchange),
    code: error.code,
    message: error.message,
    hint: error.extras.hint,
    cause: cause instanceof Error ? cause.message : cause === undefined ? undefined : String(cause),
    stack: cause instanceof Error ? cause.stack : undefined,
  };
  if (error.code === "internal_error") logger.error("request_failed", fields);
  else logger.warn("request_failed", fields);
}
