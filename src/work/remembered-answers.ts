/** Answers that may not be stored: kept in memory for their time, and forgotten by a restart. */
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";

interface Remembered<T> {
  value: T;
  bytes: number;
  expiresAt: number;
}

/** Bounded: beyond `limits.rememberedAnswerBytes` the oldest are forgotten before their time. */
export class RememberedAnswers<T extends { body: string }> {
  readonly #clock: Clock;
  readonly #known = new Map<string, Remembered<T>>();
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(name: string): T | null {
    const known = this.#known.get(name);
    return known && known.expiresAt > this.#clock.forAges() ? known.value : null;
  }

  /** @param expiresAt milliseconds since the epoch. */
  keep(name: string, value: T, expiresAt: number): void {
    this.forget(name);
    // JavaScript holds a text in one or two bytes a character.
    const bytes = value.body.length * 2;
    this.#known.set(name, { value, bytes, expiresAt });
    this.#bytes += bytes;
    this.sweep();
  }

  forget(name: string): void {
    const known = this.#known.get(name);
    if (!known) return;
    this.#known.delete(name);
    this.#bytes -= known.bytes;
  }

  /** Lets go of what is over its time, and of the oldest beyond the bound. */
  sweep(): void {
    const nowMs = this.#clock.forAges();
    for (const [name, { expiresAt }] of this.#known) {
      if (expiresAt <= nowMs || this.#bytes > limits.rememberedAnswerBytes) this.forget(name);
    }
  }
}
