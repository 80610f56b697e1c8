import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import type { Db } from "../store/db.ts";
import { passwordHashOf } from "../store/passwords.ts";
import { type User, userByEmail, userById } from "../store/users.ts";
import { Attempts } from "./attempts.ts";
import { type HashCost, PasswordHashing } from "./password-hashing.ts";
import { hashSecret, newSecret } from "./secret.ts";

export interface LogIn {
  email: string;
  password: string;
  /** Network address of the caller. */
  address: string;
}

/** Passwords of people: one of these for the whole server, since it holds the counts of wrong ones. */
export class Passwords {
  readonly #db: Db;
  readonly #hashing: PasswordHashing;
  readonly #byAccount: Attempts;
  readonly #byAddress: Attempts;
  #nobodysHash: Promise<string> | null = null;

  constructor({ db, clock, hashCost }: { db: Db; clock: Clock; hashCost?: HashCost | undefined }) {
    this.#hashing = new PasswordHashing(hashCost);
    this.#db = db;
    this.#byAccount = new Attempts(clock, limits.passwordFailuresPerAccount);
    this.#byAddress = new Attempts(clock, limits.passwordFailuresPerAddress);
  }

  /** argon2id. @throws TiroError `rate_limit_exceeded` where too many are made already. */
  hash(password: string): Promise<string> {
    return this.#hashing.hash(normalized(password));
  }

  /**
   * The person whose password it is, or null; it takes as long where there is nobody of that address.
   * @throws TiroError `rate_limit_exceeded` after too many wrong ones, also for the right one then;
   *   `account_disabled`, but only to who knows the password.
   */
  async verify({ email, password, address }: LogIn): Promise<User | null> {
    const account = email.toLowerCase();
    this.#byAddress.begin(address);
    this.#byAccount.begin(account);
    const user = userByEmail(this.#db, email);
    const hash = (user && passwordHashOf(this.#db, user.id)) ?? (await this.#hashOfNobody());
    const fits = await this.#fits(password, hash);
    if (!fits || user === null) return null;
    // Meanwhile it may have been changed, or the account disabled.
    const current = userById(this.#db, user.id);
    if (current === null || passwordHashOf(this.#db, user.id) !== hash) return null;
    this.#byAddress.takeBack(address);
    this.#byAccount.forget(account);
    if (current.disabledAt !== null)
      throw new TiroError(
        "account_disabled",
        "The account is disabled. Ask the administrator of this server.",
      );
    return current;
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
): string | null {
  const chars = [...normalized(password)];
  if (chars.length < limits.passwordCharsMin || chars.length > limits.passwordCharsMax)
    return `The password must have ${limits.passwordCharsMin} to ${limits.passwordCharsMax} characters.`;
  const own = [email, name].map((text) => text.toLowerCase());
  if (new Set(chars).size < limits.passwordDistinctChars || own.includes(password.toLowerCase()))
    return "The password is too easy to guess.";
  return null;
}

/** Changes with the person's password, and does not lead back to it. */
export function passwordMark(db: Db, userId: string): string {
  return hashSecret(`mark ${passwordHashOf(db, userId)}`).toString("base64url");
}

/** The same characters typed on another keyboard must give the same bytes (NIST SP 800-63B §3.1.1.2: NFKC). */
function normalized(password: string): string {
  return password.normalize("NFKC");
}
