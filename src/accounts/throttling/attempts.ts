import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";
import { FailureCounts } from "./failure-counts.ts";

/** Attempts of which so many in a row may fail, then one more each `limits.passwordFailureMs`. */
export class Attempts {
  readonly #inARow: number;
  readonly #failures: FailureCounts;

  constructor(clock: Clock, inARow: number) {
    this.#inARow = inARow;
    this.#failures = new FailureCounts(clock);
  }

  /** Counts a try before it is made, so that many at once do not pass together. @throws TiroError `rate_limit_exceeded` */
  begin(name: string): void {
    const tooMany = this.#failures.of(name) + 1 - this.#inARow;
    if (tooMany > 0)
      throw new TiroError("rate_limit_exceeded", personFault("attempts_too_many"), {
        retryAfterSeconds: (tooMany * limits.passwordFailureMs) / 1000,
      });
    this.#failures.add(name);
  }

  /** The right one was found: what failed before does not count any more. */
  forget(name: string): void {
    this.#failures.forget(name);
  }
}
