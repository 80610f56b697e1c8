import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";

/**
 * A name that people chose, trimmed and in Unicode's composed form.
 * @param maxChars counted in code points.
 * @throws TiroError `invalid_request` where it is empty, too long, or holds control or line-breaking characters
 *   (which could forge lines of a table or a log).
 */
export function requireName(param: string, value: string, maxChars: number): string {
  const name = value.trim().normalize("NFC");
  const chars = [...name].length;
  if (chars >= 1 && chars <= maxChars && !/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u.test(name)) return name;
  throw new TiroError("invalid_request", `The ${param} must have 1 to ${maxChars} printable characters.`, {
    param,
  });
}

/**
 * An address as mail systems accept it: RFC 5321 §4.1.2's dot-string before the @ (at most 64 characters), a host
 * name after it. A host without a dot is let through, as intranets have them.
 */
const EMAIL =
  /^(?=.{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** @throws TiroError `invalid_request` where it is no address. */
export function requireEmail(email: string): string {
  if (email.length <= limits.emailChars && EMAIL.test(email)) return email;
  throw new TiroError("invalid_request", "This is not an e-mail address such as ada@example.com.", {
    param: "email",
  });
}
