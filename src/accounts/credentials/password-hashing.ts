import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";

export interface HashCost {
  memoryKib: number;
  passes: number;
}

/** Bun's own choice, written down: above the OWASP Password Storage Cheat Sheet's least (19 MiB, 2 passes). */
const COST: HashCost = { memoryKib: 65_536, passes: 2 };

/** argon2id, a few at a time: each takes 64 MiB, and a crowd at the door must not take all memory and processors. */
export class PasswordHashing {
  readonly #cost: HashCost;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param cost for tests, which make hundreds; no setting leads here. */
  constructor(cost: HashCost = COST) {
    this.#cost = cost;
  }

  /** In the PHC string format. @throws TiroError `rate_limit_exceeded` if too many wait already. */
  hash(password: string): Promise<string> {
    const { memoryKib, passes } = this.#cost;
    const options = { algorithm: "argon2id", memoryCost: memoryKib, timeCost: passes } as const;
    return this.#inTurn(() => Bun.password.hash(password, options));
  }

  /** @throws TiroError `rate_limit_exceeded` if too many wait already. */
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
      throw new TiroError("rate_limit_exceeded", personFault("passwords_checked"), {
        retryAfterSeconds: limits.passwordHashRetrySeconds,
      });
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The place goes to who waited longest, without becoming free in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}
