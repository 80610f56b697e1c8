import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { type PersonFault, personFault } from "../../lib/person-faults.ts";
import { hashSecret, newSecret } from "../../lib/secrets.ts";
import { passwordHashOf } from "../../store/credentials/passwords.ts";
import type { Db } from "../../store/db.ts";
import { type User, userByEmail, userById } from "../../store/people/users.ts";
import { NOBODY, type SecurityEvents } from "../audit/security-events.ts";
import { PasswordAttempts } from "../throttling/password-attempts.ts";
import { isCommonPassword, isMadeOf } from "./common-passwords.ts";
import { type HashCost, PasswordHashing } from "./password-hashing.ts";

/** A browser in which the person has logged in before (log-in/known-devices.ts). */
export interface KnownDevice {
  id: string;
  userId: string;
}

export interface LogIn {
  email: string;
  password: string;
  /** Network address of the caller. */
  address: string;
  /** The browser, if somebody has logged in with it before. */
  device?: KnownDevice | null;
}

export interface PasswordDeps {
  db: Db;
  clock: Clock;
  security: SecurityEvents;
  hashCost?: HashCost | undefined;
  /** As DelayedAttempts. */
  later?: (run: () => void, ms: number) => void;
}

/** Passwords of people: one of these for the whole server, since it holds the counts of wrong ones. */
export class Passwords {
  readonly #db: Db;
  readonly #hashing: PasswordHashing;
  readonly #security: SecurityEvents;
  /** Those at the directory's passwords count here, too. */
  readonly attempts: PasswordAttempts;
  #nobodysHash: Promise<string> | null = null;

  constructor({ db, clock, security, hashCost, later }: PasswordDeps) {
    this.#hashing = new PasswordHashing(hashCost);
    this.#db = db;
    this.#security = security;
    this.attempts = new PasswordAttempts(clock, later);
  }

  /** argon2id. @throws TiroError `rate_limit_exceeded` if too many are made already. */
  hash(password: string): Promise<string> {
    return this.#hashing.hash(normalized(password));
  }

  /**
   * The person whose password it is, or null; it takes as long where there is nobody of that address. After too many
   * wrong ones everybody waits but those who have logged in with this browser before: others' attempts do not count there.
   * @throws TiroError `rate_limit_exceeded` if too many wait; `account_disabled`, but only to who knows the password.
   */
  async verify({ email, password, address, device = null }: LogIn): Promise<User | null> {
    const user = userByEmail(this.#db, email);
    const isKnown = device !== null && device.userId === user?.id;
    const attempt = await this.attempts.begin({
      account: email,
      address,
      deviceId: isKnown ? device.id : null,
    });
    const event = { target: user?.id ?? NOBODY, address };
    if (attempt.waited) this.#security.note("user.log_in_delayed", event);
    const known = await this.#knownBy(user, password);
    if (known === null) {
      this.#security.note("user.log_in_failed", { ...event, details: { method: "password" } });
      return null;
    }
    attempt.succeed();
    if (known.disabledAt === null) return known;
    throw new TiroError("account_disabled", personFault("account_disabled_ask"));
  }

  /** The person as they are after the comparison, or null if it is not their password. */
  async #knownBy(user: User | null, password: string): Promise<User | null> {
    const hash = (user && passwordHashOf(this.#db, user.id)) ?? (await this.#hashOfNobody());
    const fits = await this.#fits(password, hash);
    if (!fits || user === null) return null;
    // Meanwhile it may have been changed, or the account disabled.
    const current = userById(this.#db, user.id);
    return passwordHashOf(this.#db, user.id) === hash ? current : null;
  }

  async #fits(password: string, hash: string): Promise<boolean> {
    if (password.length > 2 * limits.passwordCharsMax) return false;
    return this.#hashing.verify(normalized(password), hash);
  }

  /** Of a password that nobody knows. */
  #hashOfNobody(): Promise<string> {
    this.#nobodysHash ??= this.#hashing.hash(newSecret("")).catch((error) => {
      this.#nobodysHash = null;
      throw error;
    });
    return this.#nobodysHash;
  }
}

/**
 * @returns what is wrong with it as a new password, or null.
 * Rules of composition are left out on purpose (NIST SP 800-63B §3.1.1.2): length is what counts.
 */
export function faultOfPassword(
  password: string,
  { email, name }: { email: string; name: string },
): PersonFault | null {
  const chars = [...normalized(password)];
  if (chars.length < limits.passwordCharsMin || chars.length > limits.passwordCharsMax)
    return personFault("password_length", limits.passwordCharsMin, limits.passwordCharsMax);
  const isOwn = isMadeOf(normalized(password), [email, name, PRODUCT]);
  if (new Set(chars).size < limits.passwordDistinctChars || isOwn) return personFault("password_guessable");
  return isCommonPassword(normalized(password)) ? personFault("password_common") : null;
}

const PRODUCT = "tiro";

/** Changes with the person's password, and does not lead back to it. */
export function passwordMark(db: Db, userId: string): string {
  return hashSecret(`mark ${passwordHashOf(db, userId)}`).toString("base64url");
}

/** The same characters typed on another keyboard must give the same bytes (NIST SP 800-63B §3.1.1.2: NFKC). */
function normalized(password: string): string {
  return password.normalize("NFKC");
}
