/**
 * When a heard word is a rare word misspelled. A false hit («mean» → «Shaun») is worse than a misspelling, so the evidence
 * must be strong: nearly equal letters, the same first sound, and no inflection of each other.
 */
import { editDistance } from "../../lib/edit-distance.ts";
import { hasEnding, stemOf } from "../words/common-words.ts";
import { hasConsonantsOf } from "./phonetic-key.ts";
import { soundOf } from "./sounds.ts";

/** Letters for each of which one may differ. */
const LETTERS_PER_DIFFERENCE = 4;
const LETTERS_PER_HOMOPHONE_DIFFERENCE = 3;
const SHORTEST_SOUND = 3;
export const MOST_DIFFERENCES = 3;
/** Words that begin alike for this long may differ more in the rest: `edinburougw` is Edinburgh, `christel` not Christoff. */
const LONG_SHARED_START = { letters: 6, share: 2 / 3 };

/** All words here are folded. */
export function soundsTheSame(heard: string, wanted: string, language: string): boolean {
  return soundOf(wanted, language) === soundOf(heard, language) && isHomophone(heard, wanted, language);
}

/** `cathy` and `kathie`, whose sound is the same: sounds are rough, so the letters must agree somewhat too. */
export function isHomophone(heard: string, wanted: string, language: string): boolean {
  const allowed = Math.ceil(wanted.length / LETTERS_PER_HOMOPHONE_DIFFERENCE);
  return (
    soundOf(wanted, language).length >= SHORTEST_SOUND &&
    editDistance(simply(heard), simply(wanted), allowed) <= allowed &&
    !isInflection(heard, wanted)
  );
}

/** Letters that are one sound count once: `filips` and `phillips` differ in one. */
function simply(letters: string): string {
  return letters
    .replaceAll("ph", "f")
    .replace(/ck|ch(?=[rl])/g, "k")
    .replace(/(.)\1+/g, "$1");
}

export function hasNearLetters(heard: string, wanted: string): boolean {
  if (firstSound(heard) !== firstSound(wanted)) return false;
  const shared = sharedStart(heard, wanted);
  const longShared = shared >= LONG_SHARED_START.letters && shared >= wanted.length * LONG_SHARED_START.share;
  const usual = Math.min(MOST_DIFFERENCES, Math.floor(wanted.length / LETTERS_PER_DIFFERENCE));
  const allowed = longShared && hasConsonantsOf(heard, wanted) ? MOST_DIFFERENCES : usual;
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
