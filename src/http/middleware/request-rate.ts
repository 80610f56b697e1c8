import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";

export interface RateState {
  /** Requests that may follow at once. */
  remaining: number;
  /** Until as many as the limit may follow. */
  resetSeconds: number;
  /** Null if the request may continue. */
  retryAfterSeconds: number | null;
}

/**
 * Counts each account's requests of the last minute, to the request: in no sixty seconds are there more than the
 * limit. A bucket that refills evenly takes less memory (this takes 8 bytes a request of the last minute), but lets
 * nearly twice the limit through in the minute after it was full. Refused requests do not count, so that clients
 * which try too often are not kept out for longer, and no account's requests count for another's.
 */
export class RequestRate {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();
  #sweepAt: number = limits.rateWindowsKept;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one request, unless it is one too many. */
  take(accountId: string, limit: number): RateState {
    const nowMs = this.#clock.monotonic();
    const window = this.#windowOf(accountId, nowMs);
    const taken = window.count < limit;
    if (taken) window.add(nowMs);
    return {
      remaining: Math.max(0, limit - window.count),
      resetSeconds: secondsUntil(window.newest + limits.rateWindowMs, nowMs),
      // If the limit was lowered, more than one must leave the window first.
      retryAfterSeconds: taken
        ? null
        : secondsUntil(window.at(window.count - limit) + limits.rateWindowMs, nowMs),
    };
  }

  #windowOf(accountId: string, nowMs: number): Window {
    this.#sweep(nowMs);
    let window = this.#windows.get(accountId);
    if (window === undefined) {
      window = new Window();
      this.#windows.set(accountId, window);
    }
    window.forgetUntil(nowMs - limits.rateWindowMs);
    return window;
  }

  #sweep(nowMs: number): void {
    if (this.#windows.size < this.#sweepAt) return;
    for (const [accountId, window] of this.#windows) {
      window.forgetUntil(nowMs - limits.rateWindowMs);
      if (window.count === 0) this.#windows.delete(accountId);
    }
    this.#sweepAt = Math.max(limits.rateWindowsKept, this.#windows.size * 2);
  }
}

/** Times of requests, oldest first, in a ring that doubles when it is full. */
class Window {
  #times = new Float64Array(8);
  #first = 0;
  count = 0;

  /** The time that is so many after the oldest. */
  at(index: number): number {
    return this.#times[(this.#first + index) % this.#times.length] as number;
  }

  get newest(): number {
    return this.at(this.count - 1);
  }

  add(ms: number): void {
    if (this.count === this.#times.length) this.#grow();
    this.#times[(this.#first + this.count) % this.#times.length] = ms;
    this.count += 1;
  }

  forgetUntil(ms: number): void {
    while (this.count > 0 && this.at(0) <= ms) {
      this.#first = (this.#first + 1) % this.#times.length;
      this.count -= 1;
    }
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    for (let index = 0; index < this.count; index += 1) times[index] = this.at(index);
    this.#times = times;
    this.#first = 0;
  }
}

function secondsUntil(ms: number, nowMs: number): number {
  return Math.max(0, ms - nowMs) / 1000;
}
