import { type ErrorIssue, issueFor, TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";
import { faultOfPassword } from "./passwords.ts";

export interface NewPassword {
  password: string;
  passwordAgain: string;
}

/** Checks the fields of a form, and reports all faults at once. */
export class FieldChecks {
  readonly #issues: ErrorIssue[] = [];

  /** What `read` returns; where it refuses a field, `fallback` instead, and an issue. */
  field<T>(fallback: T, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof TiroError && error.extras.param)) throw error;
      this.#issues.push({ param: error.extras.param, message: error.message, fault: error.fault });
      return fallback;
    }
  }

  password({ password, passwordAgain }: NewPassword, person: { email: string; name: string }): void {
    const fault = faultOfPassword(password, person);
    if (fault !== null) this.#issues.push(issueFor("password", fault));
    else if (password !== passwordAgain)
      this.#issues.push(issueFor("password_again", personFault("passwords_differ")));
  }

  /** @throws TiroError `invalid_request` with an issue for each field that was refused. */
  finish(): void {
    if (this.#issues.length === 0) return;
    throw new TiroError("invalid_request", personFault("fields_wrong"), {
      issues: this.#issues,
    });
  }
}
