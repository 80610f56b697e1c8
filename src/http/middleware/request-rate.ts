import type { Clock } from "../../lib/clock.ts";

/** Tokens left, and when that was true; an account without an entry has a full bucket. */
interface Bucket {
  tokens: number;
  atMs: number;
}

export interface RateState {
  remaining: number;
  /** Until the bucket is full again. */
  resetSeconds: number;
  /** Until there is a token; null where this request got one. */
  retryAfterSeconds: number | null;
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

  /** Takes one request's token, where there is one. */
  take(accountId: string): RateState {
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
