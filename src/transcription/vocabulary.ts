/**
 * The caller's `prompt` as a list of rare words that may occur. A recognizer without hotwords writes such words
 * as it hears them; they are put right only on strong evidence, because a false hit («mean» → «Shaun») is worse than
 * a misspelling: the heard word must be none of the language's common words, nearly equal to exactly one word of
 * the prompt, alike in its first sound, and no inflection of it.
 */

import { limits } from "../config/limits.ts";
import type { Piece } from "../engine/engine.ts";
import { isCommonWord, knowsCommonWords } from "../text/dictionary/common-words.ts";
import { fold, soundsLike } from "../text/dictionary/sound-alike.ts";

/** Spelling by folded form: `edinburgh` → `Edinburgh`. */
export type Vocabulary = ReadonlyMap<string, string>;

/** Shorter words have too many neighbours. */
const SHORTEST_WORD = 5;

const WORD = /[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*/gu;

export function vocabularyOf(prompt: string | null): Vocabulary {
  const vocabulary = new Map<string, string>();
  for (const [word] of (prompt ?? "").matchAll(WORD)) {
    if (vocabulary.size >= limits.vocabularyWords) break;
    const folded = fold(word);
    if (folded.length >= SHORTEST_WORD && !vocabulary.has(folded)) vocabulary.set(folded, word);
  }
  return vocabulary;
}

/** @param language ISO 639-1, or null where unknown: nothing is corrected then. */
export function correctPiece(piece: Piece, vocabulary: Vocabulary, language: string | null): Piece {
  if (vocabulary.size === 0 || language === null || !knowsCommonWords(language)) return piece;
  const rare = [...vocabulary].filter(([folded]) => !isCommonWord(folded, language));
  if (rare.length === 0) return piece;
  const correct = (text: string) => text.replace(WORD, (word) => correctWord(word, rare, language));
  return {
    ...piece,
    text: correct(piece.text),
    words: piece.words.map((word) => ({ ...word, text: correct(word.text) })),
  };
}

function correctWord(word: string, rare: [folded: string, spelling: string][], language: string): string {
  const heard = fold(word);
  if (heard.length < SHORTEST_WORD - 1 || isCommonWord(heard, language)) return word;
  const exact = rare.find(([folded]) => folded === heard);
  if (exact) return exact[1];
  const near = rare.filter(([folded]) => soundsLike(heard, folded));
  return near.length === 1 ? (near[0]?.[1] ?? word) : word;
}
