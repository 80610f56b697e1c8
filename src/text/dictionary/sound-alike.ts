/**
 * When a heard word is a rare word misspelled. A false hit («mean» → «Shaun») is worse than a misspelling, so the evidence
 * must be strong: nearly equal letters, the same first sound, and no inflection of each other.
 */
import { editDistance } from "../../lib/edit-distance.ts";
import { hasEnding, stemOf } from "./common-words.ts";

/** Letters for each of which one may differ. */
const LETTERS_PER_DIFFERENCE = 4;
export const MOST_DIFFERENCES = 3;
/** Words that begin alike for this long may differ more in the rest: `edinburougw` is Edinburgh. */
const LONG_SHARED_START = { letters: 6, share: 2 / 3 };

/** Without marks over letters, in lower case: what comparisons are made on. */
export function fold(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Both folded. */
export function soundsLike(heard: string, wanted: string): boolean {
  if (firstSound(heard) !== firstSound(wanted)) return false;
  const shared = sharedStart(heard, wanted);
  const longShared = shared >= LONG_SHARED_START.letters && shared >= wanted.length * LONG_SHARED_START.share;
  const usual = Math.min(MOST_DIFFERENCES, Math.floor(wanted.length / LETTERS_PER_DIFFERENCE));
  const allowed = longShared ? MOST_DIFFERENCES : usual;
  return (
    Math.abs(heard.length - wanted.length) <= allowed &&
    editDistance(heard, wanted, allowed) <= allowed &&
    !isInflection(heard, wanted)
  );
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function isInflection(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (stemOf(one) === stemOf(other)) return true;
  return long.startsWith(short) && hasEnding(long) && stemOf(long).length <= short.length;
}

/** Letters that one sound is written with at the start of a word. */
const FIRST_SOUNDS = ["ckqx", "sz", "fpv", "gj", "iy", "bw"];

function firstSound(word: string): string {
  const letter = word[0] ?? "";
  return FIRST_SOUNDS.find((letters) => letters.includes(letter)) ?? letter;
}
