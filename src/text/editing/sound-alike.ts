/**
 * How near two spoken phrases are. Recognizers misspell names and confuse words that sound alike, in the
 * instruction and in the text, so targets are compared by a sound key as well as by letters.
 */
import { editDistance } from "../../lib/edit-distance.ts";

/**
 * A rough sound key for English: what is usually heard the same is written the same. In the spirit of
 * Metaphone (L. Philips, "Hanging on the Metaphone", Computer Language 7(12), 1990), much shortened.
 */
const SOUNDS: readonly [RegExp, string][] = [
  [/[^a-z0-9]/g, ""],
  [/^(kn|gn|pn)/, "n"],
  [/^wr/, "r"],
  [/^wh/, "w"],
  [/ph/g, "f"],
  [/gh(?=t|$)/g, ""],
  [/tch/g, "ch"],
  [/(ck|q|c(?![eihy]))/g, "k"],
  [/c(?=[eiy])/g, "s"],
  [/dg(?=[ei])/g, "j"],
  [/x/g, "ks"],
  [/z/g, "s"],
  [/(ti|si)(?=on|an)/g, "sh"],
  [/y/g, "i"],
  [/[aeiou]+/g, "a"],
  [/(.)\1+/g, "$1"],
  [/(?<=.)a$/, ""],
];

export function fold(text: string): string {
  const plain = text
    .normalize("NFD")
    .replace(/\p{M}|[’']/gu, "")
    .toLowerCase();
  // `1ᵉʳ`
  return plain.replace("ᵉʳ", "er");
}

export function soundKey(word: string): string {
  return SOUNDS.reduce((key, [pattern, sound]) => key.replace(pattern, sound), fold(word));
}

/** Forms of one word, by their endings: `box` and `boxes`, `kein` and `keine`. */
export function areForms(one: string, other: string): boolean {
  const formsOf = (word: string) => [fold(word), fold(word).replace(/(?:e[nrsm]?|[snx])$/, "")];
  return formsOf(one).some((form) => form !== "" && formsOf(other).includes(form));
}

const ENDINGS = /(?:ies|es|s|ed|d|ing|ly|er|est)$/;

/** Joins the inflected forms of a regular word: `report`, `reports`, `reported`, `reporting`. */
export function stem(word: string): string {
  const folded = fold(word);
  const stripped = folded.replace(ENDINGS, "");
  if (stripped.length < 3) return folded;
  return stripped.replace(/(.)\1$/, "$1").replace(/[ei]$/, "");
}

/**
 * From 0 (the same) to 1 (nothing in common): the nearer of letters and sound, by length. Infinite if the
 * lengths alone put them farther apart than `farthest`, which saves comparing most pairs.
 */
export function distance(one: string, other: string, farthest = 1): number {
  const [left, right] = [fold(one).replace(/\s/g, ""), fold(other).replace(/\s/g, "")];
  const longest = Math.max(left.length, right.length);
  // The sound counts for half, so letters may be twice as far off.
  if (Math.abs(left.length - right.length) > 2 * farthest * longest) return Number.POSITIVE_INFINITY;
  const letters = share(left, right);
  if (letters > 2 * farthest) return Number.POSITIVE_INFINITY;
  return Math.min(letters, (letters + share(soundKey(one), soundKey(other))) / 2);
}

function share(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 1 : editDistance(one, other) / longest;
}
