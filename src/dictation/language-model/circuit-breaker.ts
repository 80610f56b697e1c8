/**
 * Leaves a server alone that keeps failing, so that a dead one does not slow everybody down. Closed → open after some
 * failures in a row → one trial after a pause → closed, or open again for twice as long. The pattern and its words are
 * Michael Nygard's ("Release It!", Stability Patterns).
 */
import type { Clock } from "../../lib/clock.ts";

export interface CircuitBreakerOptions {
  failures: number;
  pauseFirstMs: number;
  pauseLongestMs: number;
}

/** One call that may be made. Exactly one of its methods must be called when it has ended. */
export interface Attempt {
  succeeded(): void;
  /** @returns how long the server is left alone from now on, in milliseconds; null if it is not. */
  failed(): number | null;
  /** It ended without telling anything about the server. */
  abandoned(): void;
}

export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  readonly #clock: Pick<Clock, "monotonic">;
  #failuresInARow = 0;
  /** Null while closed. */
  #open: { pauseMs: number; untilMs: number; trial: boolean } | null = null;

  constructor(options: CircuitBreakerOptions, clock: Pick<Clock, "monotonic">) {
    this.#options = options;
    this.#clock = clock;
  }

  /** Null if no call may be made now. */
  begin(): Attempt | null {
    const open = this.#open;
    if (open === null) return this.#ordinaryAttempt();
    if (open.trial || this.#clock.monotonic() < open.untilMs) return null;
    open.trial = true;
    return this.#trialAttempt(open.pauseMs);
  }

  /** An attempt that began while closed may end when it is already open, and then changes nothing. */
  #ordinaryAttempt(): Attempt {
    return {
      succeeded: () => {
        this.#failuresInARow = 0;
      },
      failed: () => {
        this.#failuresInARow += 1;
        if (this.#open !== null || this.#failuresInARow < this.#options.failures) return null;
        return this.#pause(this.#options.pauseFirstMs);
      },
      abandoned: () => {},
    };
  }

  #trialAttempt(pauseMs: number): Attempt {
    return {
      succeeded: () => {
        this.#failuresInARow = 0;
        this.#open = null;
      },
      failed: () => this.#pause(Math.min(pauseMs * 2, this.#options.pauseLongestMs)),
      abandoned: () => {
        if (this.#open !== null) this.#open.trial = false;
      },
    };
  }

  #pause(pauseMs: number): number {
    this.#open = { pauseMs, untilMs: this.#clock.monotonic() + pauseMs, trial: false };
    return pauseMs;
  }
}
