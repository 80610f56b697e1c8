/**
 * Secrets that a server hands to its clients, such as browsers: they open live streams for the principal who made them,
 * and nothing else. In memory and hashed: they last minutes, and a restart ends streams, too.
 */
import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import { type ChallengedResource, challenge } from "../oauth/challenge.ts";
import type { Principal } from "./principal.ts";

const PREFIX = "ek_";
const BEARER = /^bearer +(ek_[\w-]+)$/i;
/** Of a secret itself, besides its settings. */
const OVERHEAD_BYTES = 500;

export interface ClientSecret<Settings> {
  principal: Principal;
  settings: Settings;
  expiresAt: number;
}

interface Kept<Settings> extends ClientSecret<Settings> {
  bytes: number;
}

export class ClientSecrets<Settings> {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept<Settings>>();
  readonly #bytesOf = new Map<string, number>();
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#kept.size;
  }

  /**
   * @param settings what a stream begins with; as JSON, which gives their size in memory.
   * @throws TiroError `concurrency_limit_exceeded` if the account, or all, have too many.
   */
  make(principal: Principal, settings: Settings, seconds: number): { value: string; expiresAt: number } {
    this.#sweep();
    const { accountId } = principal;
    const bytes = JSON.stringify(settings).length * 2 + OVERHEAD_BYTES;
    const ofAccount = this.#bytesOf.get(accountId) ?? 0;
    if (ofAccount + bytes > limits.clientSecretAccountBytes || this.#bytes + bytes > limits.clientSecretBytes)
      throw new TiroError(
        "concurrency_limit_exceeded",
        "Too many client secrets are valid; wait until some expire, or ask for shorter lives.",
        { retryAfterSeconds: limits.clientSecretSecondsMin },
      );
    const value = newSecret(PREFIX);
    const expiresAt = this.#clock.now() + seconds * 1000;
    this.#kept.set(nameOf(value), { principal, settings, expiresAt, bytes });
    this.#count(accountId, bytes);
    return { value, expiresAt };
  }

  /** Null if the header holds no client secret. @throws TiroError `invalid_api_key` if it holds one that does not work. */
  find(authorization: string | null, asked: ChallengedResource): ClientSecret<Settings> | null {
    const [, value] = BEARER.exec(authorization ?? "") ?? [];
    if (value === undefined) return null;
    const known = this.#kept.get(nameOf(value));
    if (known !== undefined && known.expiresAt > this.#clock.now()) return known;
    throw new TiroError("invalid_api_key", "The client secret is unknown or has expired. Get a new one.", {
      headers: { "WWW-Authenticate": challenge(asked, "invalid_token") },
    });
  }

  #sweep(): void {
    const now = this.#clock.now();
    for (const [name, { principal, expiresAt, bytes }] of this.#kept) {
      if (expiresAt > now) continue;
      this.#kept.delete(name);
      this.#count(principal.accountId, -bytes);
    }
  }

  #count(accountId: string, bytes: number): void {
    this.#bytes += bytes;
    const left = (this.#bytesOf.get(accountId) ?? 0) + bytes;
    if (left === 0) this.#bytesOf.delete(accountId);
    else this.#bytesOf.set(accountId, left);
  }
}

function nameOf(value: string): string {
  return hashSecret(value).toString("base64");
}
