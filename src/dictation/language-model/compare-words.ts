/** Which words of one text are found again in another: the measure of whether a model kept to what was said. */
import { limits } from "../../config/limits.ts";
import { editDistance } from "../../lib/edit-distance.ts";
import { splitWords } from "../../text/words/split-words.ts";

export interface WordComparison {
  /** For each word of the new text: whether nothing in the old one corresponds to it. */
  added: boolean[];
  /** For each word of the old text: whether nothing in the new one came from it. */
  lost: boolean[];
}

/** Words without case, punctuation and apostrophes (`don't` is `dont`); in unspaced scripts single characters. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ");
  return splitWords(plain, false);
}

/**
 * Each old word matches one new word at most, so that what is said twice counts. Equal words find each other
 * first, then such as differ in spelling or ending.
 * @param free words that may come and go at will.
 */
export function compareWords(
  before: readonly string[],
  after: readonly string[],
  free: ReadonlySet<string>,
): WordComparison {
  const lost = before.map(() => true);
  const added = after.map(() => true);
  const places = new Map<string, number[]>();
  before.forEach((word, index) => {
    const known = places.get(word);
    if (known) known.push(index);
    else places.set(word, [index]);
  });
  const take = (word: string, at: number) => {
    const place = places.get(word)?.shift();
    if (place === undefined) return;
    lost[place] = false;
    added[at] = false;
  };
  after.forEach(take);
  const left = firstLetters(before.filter((_, index) => lost[index]));
  let comparisons = 0;
  after.forEach((word, at) => {
    if (!added[at] || free.has(word) || comparisons > limits.languageModelComparisons) return;
    const candidates = left.get(firstLetter(word)) ?? [];
    comparisons += candidates.length;
    const kin = candidates.find((old) => places.get(old)?.length && isKin(old, word));
    if (kin !== undefined) take(kin, at);
  });
  return {
    added: added.map((isAdded, at) => isAdded && !free.has(after[at] ?? "")),
    lost: lost.map((isLost, at) => isLost && !free.has(before[at] ?? "")),
  };
}

/** `colour` and `color`, `organise` and `organized`, `go` and `going`. */
export function isKin(one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length);
  if (longer > limits.languageModelComparedChars) return false;
  if (Math.abs(one.length - other.length) <= longer / 3 && editDistance(one, other) <= longer / 3)
    return true;
  return one.length >= 2 && other.length >= 2 && (one.startsWith(other) || other.startsWith(one));
}

function firstLetters(words: readonly string[]): Map<string, string[]> {
  return Map.groupBy(new Set(words), firstLetter);
}

function firstLetter(word: string): string {
  return word.charAt(0);
}
