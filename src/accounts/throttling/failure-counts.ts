import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";

/**
 * How often something failed, by account or by network; one is forgiven each `limits.passwordFailureMs`. The table has a
 * fixed size, so that inventing names neither takes memory nor pushes counts out; which names share a slot is secret,
 * and sharing only makes it stricter.
 */
export class FailureCounts {
  readonly #clock: Clock;
  readonly #salt = newSecret("");
  readonly #counts = new Float64Array(limits.attemptSlots);
  readonly #countedMs = new Float64Array(limits.attemptSlots);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(name: string): number {
    return this.#count(this.#slotOf(name));
  }

  /** @param most so that a long attack is not held against its victim for as long again. */
  add(name: string, most = Number.POSITIVE_INFINITY): void {
    const slot = this.#slotOf(name);
    this.#set(slot, Math.min(most, this.#count(slot) + 1));
  }

  /** It was no failure after all. */
  takeBack(name: string): void {
    const slot = this.#slotOf(name);
    this.#set(slot, Math.max(0, this.#count(slot) - 1));
  }

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
