import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { hashSecret, newSecret } from "./secret.ts";

/**
 * How often something was tried in vain, by account or by address: so many in a row, then one more each
 * `limits.passwordFailureMs`. The table has a fixed size, so that inventing names neither takes memory nor pushes
 * counts out; which names share a slot is secret, and sharing only makes it stricter.
 */
export class Attempts {
  readonly #clock: Clock;
  readonly #inARow: number;
  readonly #salt = newSecret("");
  readonly #counts = new Float64Array(limits.attemptSlots);
  readonly #countedMs = new Float64Array(limits.attemptSlots);

  constructor(clock: Clock, inARow: number) {
    this.#clock = clock;
    this.#inARow = inARow;
  }

  /** Counts a try before it is made, so that many at once do not pass together. @throws TiroError `rate_limit_exceeded` */
  begin(name: string): void {
    const slot = this.#slotOf(name);
    const count = this.#count(slot);
    if (count + 1 > this.#inARow)
      throw new TiroError("rate_limit_exceeded", "Too many failed attempts; wait a while.", {
        retryAfterSeconds: ((count + 1 - this.#inARow) * limits.passwordFailureMs) / 1000,
      });
    this.#set(slot, count + 1);
  }

  /** The try was no failure after all. */
  takeBack(name: string): void {
    const slot = this.#slotOf(name);
    this.#set(slot, Math.max(0, this.#count(slot) - 1));
  }

  /** The right one was found: what failed before does not count any more. */
  forget(name: string): void {
    this.#set(this.#slotOf(name), 0);
  }

  #count(slot: number): number {
    const passedMs = this.#clock.monotonic() - (this.#countedMs[slot] ?? 0);
    return Math.max(0, (this.#counts[slot] ?? 0) - passedMs / limits.passwordFailureMs);
  }

  #set(slot: number, count: number): void {
    this.#counts[slot] = count;
    this.#countedMs[slot] = this.#clock.monotonic();
  }

  #slotOf(name: string): number {
    return hashSecret(this.#salt + name).readUInt32BE() % limits.attemptSlots;
  }
}
