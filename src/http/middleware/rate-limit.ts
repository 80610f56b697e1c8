import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Middleware } from "../route.ts";

/** Tokens left, and when that was true; an account without an entry has a full bucket. */
interface Bucket {
  tokens: number;
  atMs: number;
}

/** Full buckets are forgotten once there are this many, so that memory follows the accounts in use. */
const SWEEP_AT = 1_024;

/** A token bucket for each account: a minute's worth of requests at once, refilled evenly. */
export class RequestRate {
  readonly limit: number;
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();
  #sweepAt = SWEEP_AT;

  constructor(requestsPerMinute: number, clock: Clock) {
    this.limit = requestsPerMinute;
    this.#clock = clock;
  }

  /** Takes one request's token. `retryAfterSeconds` is null where there was one. */
  take(accountId: string): { remaining: number; resetSeconds: number; retryAfterSeconds: number | null } {
    const perSecond = this.limit / 60;
    const available = this.#available(accountId);
    const taken = available >= 1;
    const tokens = taken ? available - 1 : available;
    this.#buckets.set(accountId, { tokens, atMs: this.#clock.monotonic() });
    this.#sweep();
    return {
      remaining: Math.floor(tokens),
      resetSeconds: (this.limit - tokens) / perSecond,
      retryAfterSeconds: taken ? null : (1 - available) / perSecond,
    };
  }

  #available(accountId: string): number {
    const bucket = this.#buckets.get(accountId);
    if (!bucket) return this.limit;
    const refilled = ((this.#clock.monotonic() - bucket.atMs) / 60_000) * this.limit;
    return Math.min(this.limit, bucket.tokens + refilled);
  }

  #sweep(): void {
    if (this.#buckets.size < this.#sweepAt) return;
    for (const accountId of this.#buckets.keys()) {
      if (this.#available(accountId) >= this.limit) this.#buckets.delete(accountId);
    }
    this.#sweepAt = Math.max(SWEEP_AT, this.#buckets.size * 2);
  }
}

/** Errors: `rate_limit_exceeded`. */
export function rateLimit(rate: RequestRate): Middleware {
  return async (exchange, next) => {
    if (exchange.principal === null) return next();
    const { remaining, resetSeconds, retryAfterSeconds } = rate.take(exchange.principal.accountId);
    exchange.answerHeaders.set("x-ratelimit-limit-requests", String(rate.limit));
    exchange.answerHeaders.set("x-ratelimit-remaining-requests", String(remaining));
    exchange.answerHeaders.set("x-ratelimit-reset-requests", resetSeconds.toFixed(1));
    if (retryAfterSeconds !== null) {
      throw new TiroError(
        "rate_limit_exceeded",
        `This account may make ${rate.limit} requests a minute; wait for the time in Retry-After.`,
        { retryAfterSeconds },
      );
    }
    return next();
  };
}
