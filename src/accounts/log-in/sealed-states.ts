import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { seal, unseal } from "../../lib/seal.ts";
import type { Db } from "../../store/db.ts";
import { installationSecret } from "../../store/secrets/installation-secrets.ts";

interface Envelope {
  expiresAt: number;
  value: unknown;
}

/**
 * The state of a log-in under way, kept by the browser: encrypted and signed for one purpose and a short
 * time. So a visitor who only looks leaves nothing on the server.
 */
export class SealedStates {
  readonly #key: Uint8Array;
  readonly #clock: Clock;
  readonly #spent = new Map<string, number>();

  constructor(db: Db, clock: Clock) {
    this.#key = installationSecret(db, "log-in");
    this.#clock = clock;
  }

  seal(purpose: string, value: unknown, lifeMs: number = limits.logInMs): string {
    const envelope: Envelope = { expiresAt: this.#clock.now() + lifeMs, value };
    return seal(this.#key, purpose, JSON.stringify(envelope)).toString("base64url");
  }

  /** Null if it was sealed for something else or by somebody else, or its time is over. */
  open<T>(purpose: string, sealed: string | null): T | null {
    const opened = unseal(this.#key, purpose, Buffer.from(sealed ?? "", "base64url"));
    if (opened === null) return null;
    const { expiresAt, value } = JSON.parse(opened.toString()) as Envelope;
    return expiresAt > this.#clock.now() ? (value as T) : null;
  }

  /** As `open`, but a second time null. */
  openOnce<T>(purpose: string, sealed: string | null): T | null {
    const value = this.open<T>(purpose, sealed);
    if (value === null || sealed === null) return null;
    // By its content: the same bytes can be written in base 64 in more than one way.
    const name = Buffer.from(sealed, "base64url").toString("base64url");
    if (this.#spent.has(name)) return null;
    this.#forgetOld();
    this.#spent.set(name, this.#clock.now() + limits.logInMs);
    return value;
  }

  /** The oldest come first. */
  #forgetOld(): void {
    for (const [name, expiresAt] of this.#spent) {
      if (expiresAt > this.#clock.now() && this.#spent.size < limits.logInsUnderWay) return;
      this.#spent.delete(name);
    }
  }
}
