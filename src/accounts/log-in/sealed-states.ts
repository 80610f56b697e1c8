import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Db } from "../../store/db.ts";
import { installationSecret } from "../../store/secrets.ts";

const ALGORITHM = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface Envelope {
  expiresAt: number;
  value: unknown;
}

/**
 * What a log-in that is under way must remember, kept by the browser: encrypted and signed for one purpose and a short
 * time. So whoever only looks in leaves nothing on the server.
 */
export class SealedStates {
  readonly #key: Uint8Array;
  readonly #clock: Clock;
  readonly #spent = new Map<string, number>();

  constructor(db: Db, clock: Clock) {
    this.#key = installationSecret(db, "log-in");
    this.#clock = clock;
  }

  seal(purpose: string, value: unknown): string {
    const envelope: Envelope = { expiresAt: this.#clock.now() + limits.logInMs, value };
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(JSON.stringify(envelope)), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
  }

  /** Null where it was sealed for something else or by somebody else, or its time is over. */
  open<T>(purpose: string, sealed: string | null): T | null {
    const envelope = this.#decrypt(purpose, Buffer.from(sealed ?? "", "base64url"));
    if (envelope === null || envelope.expiresAt <= this.#clock.now()) return null;
    return envelope.value as T;
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

  #decrypt(purpose: string, bytes: Buffer): Envelope | null {
    if (bytes.byteLength <= IV_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv(ALGORITHM, this.#key, bytes.subarray(0, IV_BYTES));
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES))];
    try {
      text.push(decipher.final());
    } catch {
      // Node tells by this that it was changed or sealed for something else; there is no other way to ask.
      return null;
    }
    return JSON.parse(Buffer.concat(text).toString()) as Envelope;
  }

  /** The oldest come first. */
  #forgetOld(): void {
    for (const [name, expiresAt] of this.#spent) {
      if (expiresAt > this.#clock.now() && this.#spent.size < limits.logInsUnderWay) return;
      this.#spent.delete(name);
    }
  }
}
