/**
 * The user's replacements: exact, whole words, longest first, case kept if `from` has none of its own; each place of
 * the text is replaced once and its result is not looked at again. They match what is written and what was said for it.
 */
import { assertLength } from "../words/length.ts";
import { capitalize, isCapitalized } from "../words/letter-case.ts";
import type { WrittenPlace } from "../words/tokens.ts";

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

/** The phrases that may begin at a place: by first word, their lengths, longest first. */
interface Index {
  lengths: ReadonlyMap<string, readonly number[]>;
  byFrom: ReadonlyMap<string, Known>;
}

export interface Edit {
  start: number;
  /** Exclusive. */
  end: number;
  to: string;
}

/** Whether a place of the text may be replaced. */
type Accept = (start: number, end: number) => boolean;

export interface ReplaceOptions {
  /** If the text stands for other words, which count as well. */
  written?: readonly WrittenPlace[];
  mostChars?: number;
}

/** @throws TextTooLong */
export function applyReplacements(
  text: string,
  replacements: readonly Replacement[],
  language: string,
  { written = [], mostChars = Number.POSITIVE_INFINITY }: ReplaceOptions = {},
): string {
  if (replacements.length === 0) return text;
  const index = indexOf(replacements);
  const ofSaid = editsOfSaid(text, written, index, language);
  const taken = new Uint8Array(text.length);
  for (const { start, end } of ofSaid) taken.fill(1, start, end);
  const free: Accept = (start, end) => !taken.subarray(start, end).includes(1);
  const edits = [...ofSaid, ...editsOf(text, index, language, free)].sort(
    (one, other) => one.start - other.start,
  );
  return edited(text, edits, mostChars);
}

/** The changes by one of them, in order of place. */
export function replacementEdits(text: string, replacement: Replacement, language: string): Edit[] {
  return editsOf(text, indexOf([replacement]), language, () => true).filter(
    ({ start, end, to }) => text.slice(start, end) !== to,
  );
}

function edited(text: string, edits: readonly Edit[], mostChars: number): string {
  let done = "";
  let copied = 0;
  for (const { start, end, to } of edits) {
    done += text.slice(copied, start) + to;
    copied = end;
    assertLength(done, mostChars);
  }
  return done + text.slice(copied);
}

/** In order of place, without overlap. */
function editsOf(text: string, index: Index, language: string, accept: Accept): Edit[] {
  const edits: Edit[] = [];
  const lower = lowerSameLength(text);
  let end = 0;
  for (const { 0: first, index: start } of lower.matchAll(PLACES)) {
    if (start < end) continue;
    const found = findAt(text, lower, start, index.lengths.get(first) ?? [], index, accept);
    if (!found) continue;
    end = start + found.from.length;
    edits.push({ start, end, to: withCase(found, text, start, language) });
  }
  return edits;
}

/** Edits of what was said where the text has something else: `half past two` for `2:30`, but not `two` alone. */
function editsOfSaid(text: string, written: readonly WrittenPlace[], index: Index, language: string): Edit[] {
  if (written.length === 0) return [];
  let said = "";
  /** Places of the text by those in what was said; none inside of what is written otherwise. */
  const places: number[] = [];
  let copied = 0;
  for (const place of written) {
    for (let at = copied; at < place.start; at += 1) places.push(at);
    said += text.slice(copied, place.start) + place.said;
    places.push(place.start, ...Array<number>(place.said.length - 1).fill(-1));
    copied = place.end;
  }
  said += text.slice(copied);
  for (let at = copied; at <= text.length; at += 1) places.push(at);
  const inText = (at: number) => places[at] ?? -1;
  const accept: Accept = (start, end) =>
    inText(start) >= 0 &&
    inText(end) >= 0 &&
    said.slice(start, end) !== text.slice(inText(start), inText(end));
  return editsOf(said, index, language, accept).map(({ start, end, to }) => ({
    start: inText(start),
    end: inText(end),
    to,
  }));
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
  accept: Accept,
): Known | undefined {
  for (const length of lengths) {
    const known = byFrom.get(lower.slice(at, at + length));
    if (known && accept(at, at + length) && standsAt(text, lower, at, known)) return known;
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
  if (joins(text, at) || joins(text, at + from.length)) return false;
  // `Anna` → `Anna Smith` where `Anna Smith` stands already.
  const inside = lowerSameLength(to).indexOf(from);
  return (
    inside < 0 ||
    to === text.slice(at, at + from.length) ||
    !lower.startsWith(lowerSameLength(to), at - inside)
  );
}

/** Whether the characters on both sides of the place belong to one word. */
function joins(text: string, at: number): boolean {
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
  const [after = ""] = text.slice(at, at + 2);
  if (UNSPACED_CHARACTER.test(before) || UNSPACED_CHARACTER.test(after)) return false;
  return WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after);
}

function withCase({ from, to, lower }: Known, text: string, at: number, language: string): string {
  const heard = text.slice(at, at + from.length);
  if (from !== lower || heard === from) return to;
  const letters = heard.replace(/\P{L}/gu, "");
  if (letters.length > 1 && letters === letters.toUpperCase()) return to.toUpperCase();
  return isCapitalized(heard) ? capitalize(to, language) : to;
}
