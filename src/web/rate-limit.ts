import { TiroError } from "../lib/errors.ts";

/** @throws TiroError `rate_limit_exceeded` where a request was one too many. */
export function assertWithinRate(
  requestsPerMinute: number,
  { retryAfterSeconds }: { retryAfterSeconds: number | null },
): void {
  if (retryAfterSeconds === null) return;
  throw new TiroError(
    "rate_limit_exceeded",
    `This account is limited to ${requestsPerMinute} requests a minute; wait for the time in Retry-After.`,
    { retryAfterSeconds },
  );
}
