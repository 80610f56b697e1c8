import { TiroError } from "../lib/errors.ts";
import { personFault } from "../lib/person-faults.ts";

/** @throws TiroError `rate_limit_exceeded` if a request was one too many. */
export function assertWithinRate(
  requestsPerMinute: number,
  { retryAfterSeconds }: { retryAfterSeconds: number | null },
): void {
  if (retryAfterSeconds === null) return;
  throw new TiroError("rate_limit_exceeded", personFault("requests_a_minute", requestsPerMinute), {
    retryAfterSeconds,
  });
}
