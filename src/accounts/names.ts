import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { personFault } from "../lib/person-faults.ts";

/**
 * Invisible characters, and those that change how others look: controls, ends of lines, marks of direction, joiners and spaces without
 * width, tags (Cc, Cf, Zl, Zp), halves of characters, and letters of no width that fonts leave blank. Two names that
 * look alike are then alike.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0\u2800]/u;
/** Joiners that shape the letter before them, as Persian and the scripts of India write them (RFC 5892, A.1 and A.2). */
const SHAPING = /(?<=[[\p{M}--\p{Script=Inherited}]\p{Script=Arabic}])[\u200c\u200d](?=\p{L})/gv;

export function isPrintable(text: string): boolean {
  return !HIDDEN.test(text.replace(SHAPING, ""));
}

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

/** As much of a name as `requireName` takes, of another program that is not asked to choose a better one. */
export function shownName(text: string, maxChars: number): string {
  const name = text.normalize("NFC");
  const shown = isPrintable(name) ? name : name.split(new RegExp(HIDDEN, "gu")).filter(Boolean).join(" ");
  return [...shown.trim()].slice(0, maxChars).join("").trim();
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
