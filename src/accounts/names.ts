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
