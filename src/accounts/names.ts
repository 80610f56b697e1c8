import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { personFault } from "../lib/person-faults.ts";
import { isPrintable } from "../lib/visible-names.ts";

/**
 * A name that people chose, trimmed and in Unicode's composed form.
 * @param maxChars counted in code points.
 * @throws TiroError `invalid_request` if it is empty, too long, or holds what nobody sees.
 */
export function requireName(param: string, value: string, maxChars: number): string {
  const name = value.trim().normalize("NFC");
  const chars = [...name].length;
  if (chars >= 1 && chars <= maxChars && isPrintable(name)) return name;
  throw new TiroError("invalid_request", personFault("name_length", param, maxChars), {
    param,
  });
}

/**
 * An address as mail systems accept it: RFC 5321 §4.1.2's dot-string before the @ (at most 64 characters), a host
 * name after it. A host without a dot is let through, as intranets have them.
 */
const EMAIL =
  /^(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** @throws TiroError `invalid_request` if it is no address. */
export function requireEmail(email: string): string {
  if (email.length <= limits.emailChars && EMAIL.test(email)) return email;
  throw new TiroError("invalid_request", personFault("email_malformed"), {
    param: "email",
  });
}
