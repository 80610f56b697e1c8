/**
 * The caller's `prompt` as a list of rare words that may occur. A recognizer without hotwords writes such words
 * as it hears them; they are put right only on strong evidence, because a false hit («mean» → «Shaun») is worse than
 * a misspelling: the heard word must be none of the language's common words, nearly equal to exactly one word of
 * the prompt, alike in its first sound, and no inflection of it.
 */
import type { Piece } from "../engine/engine.ts";
import commonEnglish from "./common-words.en.txt" with { type: "text" };

/** Spelling by folded form: `edinburgh` → `Edinburgh`. */
export type Vocabulary = ReadonlyMap<string, string>;

/** Shorter words have too many neighbours. */
const SHORTEST_WORD = 5;
/** Letters for each of which one may differ. */
const LETTERS_PER_DIFFERENCE = 4;
const MOST_DIFFERENCES = 3;
/** Words that begin alike for this long may differ more in the rest: `edinburougw` is Edinburgh. */
const LONG_SHARED_START = { letters: 6, share: 2 / 3 };
const MOST_WORDS = 2_000;

const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;

/** Languages whose common words are known here; in others nothing is corrected. */
const COMMON_WORDS: Record<string, ReadonlySet<string>> = {
  en: new Set(commonEnglish.split(/\s+/).filter((word) => word !== "" && !word.startsWith("#"))),
};

const ENGLISH_ENDINGS = /(?:'s|’s|s|es|ed|d|ing|er|ers|or|ors|ly|y|al|ment|ness|n|r)$/;

export function vocabularyOf(prompt: string | null): Vocabulary {
  const vocabulary = new Map<string, string>();
  for (const [word] of (prompt ?? "").matchAll(WORD)) {
    if (vocabulary.size >= MOST_WORDS) break;
    const folded = fold(word);
    if (folded.length >= SHORTEST_WORD && !vocabulary.has(folded)) vocabulary.set(folded, word);
  }
  return vocabulary;
}

/** @param language ISO 639-1, or null where unknown: nothing is corrected then. */
export function correctPiece(piece: Piece, vocabulary: Vocabulary, language: string | null): Piece {
  const common = COMMON_WORDS[language ?? ""];
  if (vocabulary.size === 0 || !common) return piece;
  const rare = [...vocabulary].filter(([folded]) => !isCommon(folded, common));
  if (rare.length === 0) return piece;
  const correct = (text: string) => text.replace(WORD, (word) => correctWord(word, rare, common));
  return {
    ...piece,
    text: correct(piece.text),
    words: piece.words.map((word) => ({ ...word, text: correct(word.text) })),
  };
}

function correctWord(
  word: string,
  rare: [folded: string, spelling: string][],
  common: ReadonlySet<string>,
): string {
  const heard = fold(word);
  if (heard.length < SHORTEST_WORD - 1 || isCommon(heard, common)) return word;
  const exact = rare.find(([folded]) => folded === heard);
  if (exact) return exact[1];
  const near = rare.filter(([folded]) => isNear(heard, folded));
  return near.length === 1 ? (near[0]?.[1] ?? word) : word;
}

function isNear(heard: string, wanted: string): boolean {
  if (firstSound(heard) !== firstSound(wanted) || isInflection(heard, wanted)) return false;
  const shared = sharedStart(heard, wanted);
  const longShared = shared >= LONG_SHARED_START.letters && shared >= wanted.length * LONG_SHARED_START.share;
  const usual = Math.min(MOST_DIFFERENCES, Math.floor(wanted.length / LETTERS_PER_DIFFERENCE));
  const allowed = longShared ? MOST_DIFFERENCES : usual;
  return Math.abs(heard.length - wanted.length) <= allowed && differences(heard, wanted) <= allowed;
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function isInflection(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (stem(one) === stem(other)) return true;
  return long.startsWith(short) && ENGLISH_ENDINGS.test(long) && stem(long).length <= short.length;
}

function isCommon(word: string, common: ReadonlySet<string>): boolean {
  return common.has(word) || common.has(stem(word)) || common.has(`${stem(word)}e`);
}

function stem(word: string): string {
  return word.replace(ENGLISH_ENDINGS, "");
}

/** Letters that one sound is written with at the start of a word. */
const FIRST_SOUNDS = ["ckqx", "sz", "fpv", "gj", "iy", "bw"];

function firstSound(word: string): string {
  const letter = word[0] ?? "";
  return FIRST_SOUNDS.find((letters) => letters.includes(letter)) ?? letter;
}

function fold(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function differences(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let cost = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
