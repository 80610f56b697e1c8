/** Passwords that attackers guess first (NIST SP 800-63B §3.1.1.2). */
import text from "./common-passwords.txt" with { type: "text" };

/** Characters that people use in place of letters. */
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
  const undisguised = undisguise(plain);
  const forms = [plain, undisguised, plain.replace(AROUND, ""), undisguised.replace(AROUND, "")];
  const bare = undisguise(plain.replace(AROUND, ""));
  return [...forms, bare].some((form) => common.has(form) || common.has(repeated(form)));
}

/** Characters that a guess must still find once the words are known: so many letters, or so many letters and digits. */
const LEFT = { letters: 4, all: 10 };
/** Shorter words stand in too many others. */
const WORD_CHARS = 3;

/**
 * Whether little more stands in a password than words of its surroundings: the person's name, address and company, the
 * product. Disguised, in capitals, in any order, with digits and marks (ASVS 5, 6.2.11).
 */
export function isMadeOf(password: string, surroundings: readonly string[]): boolean {
  const plain = password.toLowerCase();
  return [plain, undisguise(plain)].some((form) => {
    const words = surroundings
      .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
      .filter((word) => word.length >= WORD_CHARS)
      .sort((a, b) => b.length - a.length);
    const left = words.reduce((rest, word) => rest.replaceAll(word, " "), form);
    return left !== form && count(left, /\p{L}/gu) < LEFT.letters && count(left, /[\p{L}\p{N}]/gu) < LEFT.all;
  });
}

function count(text: string, kind: RegExp): number {
  return text.match(kind)?.length ?? 0;
}

function undisguise(text: string): string {
  return text.replace(DISGUISE, (sign) => DISGUISES[sign] ?? sign);
}

/** The shortest part of which the text is a repetition; the text itself if it is none. */
function repeated(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return text.slice(0, length);
}
