/** Passwords that whoever guesses tries first (NIST SP 800-63B §3.1.1.2). */
import text from "./common-passwords.txt" with { type: "text" };

/** What people put in the place of letters. */
const DISGUISES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const DISGUISE = /[013457@$!]/g;
/** Digits and marks around a word make it no other. */
const AROUND = /^[^\p{L}]+|[^\p{L}]+$/gu;

let known: ReadonlySet<string> | null = null;

/**
 * Whether it is one of the 10,000 most common ones, also in capitals, disguised, several times in a row, or with digits and
 * marks around it: most of the list is shorter than a password may be, and this is how people make it longer.
 */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(text.trim().split("\n"));
  const common = known;
  const plain = password.toLowerCase();
  const undisguised = plain.replace(DISGUISE, (sign) => DISGUISES[sign] ?? sign);
  const forms = [plain, undisguised, plain.replace(AROUND, ""), undisguised.replace(AROUND, "")];
  const bare = plain.replace(AROUND, "").replace(DISGUISE, (sign) => DISGUISES[sign] ?? sign);
  return [...forms, bare].some((form) => common.has(form) || common.has(repeated(form)));
}

/** The shortest part of which the text is a repetition; the text itself where it is none. */
function repeated(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return text.slice(0, length);
}
