import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";

/** Bun's own choice, written down: above the OWASP Password Storage Cheat Sheet's least (19 MiB, 2 passes). */
const ARGON2ID = { algorithm: "argon2id", memoryCost: 65_536, timeCost: 2 } as const;

/** argon2id, a few at a time: each takes 64 MiB, and a crowd at the door must not take all memory and processors. */
export class PasswordHashing {
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** In the PHC string format. @throws TiroError `rate_limit_exceeded` where too many wait already. */
  hash(password: string): Promise<string> {
    return this.#inTurn(() => Bun.password.hash(password, ARGON2ID));
  }

  /** @throws TiroError `rate_limit_exceeded` where too many wait already. */
  verify(password: string, hash: string): Promise<boolean> {
    return this.#inTurn(() => Bun.password.verify(password, hash));
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < limits.passwordHashesAtOnce) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= limits.passwordHashesWaiting)
      throw new TiroError(
        "rate_limit_exceeded",
        "Too many passwords are being checked; try again in a moment.",
        {
          retryAfterSeconds: limits.passwordHashRetrySeconds,
        },
      );
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The place goes to who waited longest, without becoming free in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}
