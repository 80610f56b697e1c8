import { type ErrorIssue, TiroError } from "../../lib/errors.ts";
import { faultOfPassword } from "./passwords.ts";

export interface NewPassword {
  password: string;
  passwordAgain: string;
}

/** Checks the fields of a form, so that whoever fills it in learns all that is wrong at once. */
export class FieldChecks {
  readonly #issues: ErrorIssue[] = [];

  /** What `read` returns; where it refuses a field, `fallback` instead, and an issue. */
  field<T>(fallback: T, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof TiroError && error.extras.param)) throw error;
      this.#issues.push({ param: error.extras.param, message: error.message });
      return fallback;
    }
  }

  password({ password, passwordAgain }: NewPassword, person: { email: string; name: string }): void {
    const fault = faultOfPassword(password, person);
    if (fault !== null) this.#issues.push({ param: "password", message: fault });
    else if (password !== passwordAgain)
      this.#issues.push({ param: "password_again", message: "The two passwords are not the same." });
  }

  /** @throws TiroError `invalid_request` with an issue for each field that was refused. */
  finish(): void {
    if (this.#issues.length === 0) return;
    throw new TiroError("invalid_request", "Some fields are not filled in correctly.", {
      issues: this.#issues,
    });
  }
}
