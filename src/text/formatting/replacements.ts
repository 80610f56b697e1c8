/**
 * The user's replacements: exact, whole words, longest first, case kept where `from` has none of its own; each place of
 * the text is replaced once and its result is not looked at again.
 */
import { assertLength } from "../length.ts";
import { capitalize, isCapitalized } from "./letter-case.ts";

export interface Replacement {
  from: string;
  to: string;
}

interface Known extends Replacement {
  lower: string;
}

/** Where a replacement may begin: a word, a character of a script without spaces, or any other sign. */
const PLACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}_]+|\S/gu;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}_]/u;
const UNSPACED_CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** What may begin at a place: by its first word the lengths that occur there, longest first. */
interface Index {
  lengths: ReadonlyMap<string, readonly number[]>;
  byFrom: ReadonlyMap<string, Known>;
}

/** @throws TextTooLong */
export function applyReplacements(
  text: string,
  replacements: readonly Replacement[],
  language: string,
  mostChars = Number.POSITIVE_INFINITY,
): string {
  if (replacements.length === 0) return text;
  const index = indexOf(replacements);
  const lower = lowerSameLength(text);
  let done = "";
  let copied = 0;
  for (const match of lower.matchAll(PLACES)) {
    if (match.index < copied) continue;
    const found = findAt(text, lower, match.index, index.lengths.get(match[0]) ?? [], index);
    if (!found) continue;
    done += text.slice(copied, match.index) + withCase(found, text, match.index, language);
    copied = match.index + found.from.length;
    assertLength(done, mostChars);
  }
  return done + text.slice(copied);
}

function indexOf(replacements: readonly Replacement[]): Index {
  const known = replacements
    .filter(({ from }) => from.trim() !== "")
    .map(({ from, to }) => ({ from: from.trim(), to, lower: lowerSameLength(from.trim()) }));
  const byFirst = Map.groupBy(known, ({ lower }) => lower.match(PLACES)?.[0] ?? "");
  const lengths = new Map(
    [...byFirst].map(([first, each]) => [
      first,
      [...new Set(each.map(({ lower }) => lower.length))].sort((one, other) => other - one),
    ]),
  );
  return { lengths, byFrom: new Map(known.map((each) => [each.lower, each])) };
}

function findAt(
  text: string,
  lower: string,
  at: number,
  lengths: readonly number[],
  { byFrom }: Index,
): Known | undefined {
  for (const length of lengths) {
    const known = byFrom.get(lower.slice(at, at + length));
    if (known && standsAt(text, lower, at, known)) return known;
  }
  return undefined;
}

/** Lower case without changing positions: a letter whose lower case is longer stays. */
function lowerSameLength(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...text]
    .map((letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter))
    .join("");
}

function standsAt(text: string, lower: string, at: number, { lower: from, to }: Known): boolean {
  if (!isWhole(text, at, from.length)) return false;
  // `Anna` → `Anna Smith` where `Anna Smith` stands already.
  const inside = lowerSameLength(to).indexOf(from);
  return (
    inside < 0 ||
    to === text.slice(at, at + from.length) ||
    !lower.startsWith(lowerSameLength(to), at - inside)
  );
}

function isWhole(text: string, at: number, length: number): boolean {
  return !joins(text, at) && !joins(text, at + length);
}

/** Whether the characters on both sides of the place belong to one word. */
function joins(text: string, at: number): boolean {
  const before = lastCharacter(text, at);
  const [after = ""] = text.slice(at, at + 2);
  if (UNSPACED_CHARACTER.test(before) || UNSPACED_CHARACTER.test(after)) return false;
  return WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after);
}

function lastCharacter(text: string, end: number): string {
  return [...text.slice(Math.max(0, end - 2), end)].at(-1) ?? "";
}

function withCase({ from, to, lower }: Known, text: string, at: number, language: string): string {
  const heard = text.slice(at, at + from.length);
  if (from !== lower || heard === from) return to;
  const letters = heard.replace(/\P{L}/gu, "");
  if (letters.length > 1 && letters === letters.toUpperCase()) return to.toUpperCase();
  return isCapitalized(heard) ? capitalize(to, language) : to;
}
