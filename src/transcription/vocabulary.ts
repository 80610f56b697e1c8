/**
 * The caller's `prompt` as a list of rare words that may occur. A recognizer without hotwords writes such words
 * as it hears them; they are put right only on strong evidence, because a false hit («mean» → «Shaun») is worse than
 * a misspelling: the heard word must be none of the language's common words, nearly equal to exactly one word of
 * the prompt, alike in its first sound, and no inflection of it.
 */

import { limits } from "../config/limits.ts";
import type { Piece } from "../engine/engine.ts";
import { hasNearLetters, isHomophone, MOST_DIFFERENCES } from "../text/dictionary/sound-alike.ts";
import { soundOf } from "../text/dictionary/sounds.ts";
import { isPlainWord, knowsFrequentWords } from "../text/words/frequent-words.ts";
import { fold } from "../text/words/letter-case.ts";

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

/** @param language ISO 639-1, or null if unknown: nothing is corrected then. */
export function correctPiece(piece: Piece, vocabulary: Vocabulary, language: string | null): Piece {
  if (vocabulary.size === 0 || language === null || !knowsFrequentWords(language)) return piece;
  const correction = correctionBy(vocabulary, language);
  const correct = (text: string) => text.replace(WORD, (word) => correction.spell(word));
  return {
    ...piece,
    text: correct(piece.text),
    words: piece.words.map((word) => ({ ...word, text: correct(word.text) })),
  };
}

/** One recording's words, each looked up once, in so many comparisons at most: they are made where requests are answered. */
class Correction {
  readonly #language: string;
  readonly #rare: ReadonlyMap<string, string>;
  readonly #byLength: ReadonlyMap<number, readonly string[]>;
  readonly #bySound: ReadonlyMap<string, readonly string[]>;
  /** The intended word of a folded one; null if it stays. */
  readonly #meant = new Map<string, string | null>();
  #comparisons = 0;

  constructor(vocabulary: Vocabulary, language: string) {
    this.#language = language;
    this.#rare = new Map([...vocabulary].filter(([folded]) => !isPlainWord(folded, language)));
    this.#byLength = Map.groupBy(this.#rare.keys(), ({ length }) => length);
    this.#bySound = Map.groupBy(this.#rare.keys(), (word) => soundOf(word, language));
  }

  spell(word: string): string {
    const heard = fold(word);
    let meant = this.#meant.get(heard);
    if (meant === undefined) {
      meant = this.#meaningOf(heard);
      this.#meant.set(heard, meant);
    }
    return meant ?? word;
  }

  #meaningOf(heard: string): string | null {
    if (heard.length < SHORTEST_WORD - 1 || isPlainWord(heard, this.#language)) return null;
    return this.#rare.get(heard) ?? this.#nearest(heard);
  }

  /** The only word that sounds like it. */
  #nearest(heard: string): string | null {
    const sameSound = this.#bySound.get(soundOf(heard, this.#language)) ?? [];
    const near = new Set(sameSound.filter((word) => isHomophone(heard, word, this.#language)));
    for (
      let length = heard.length - MOST_DIFFERENCES;
      length <= heard.length + MOST_DIFFERENCES;
      length += 1
    ) {
      const words = this.#byLength.get(length) ?? [];
      this.#comparisons += words.length;
      if (this.#comparisons > limits.vocabularyComparisons) return null;
      for (const word of words) {
        if (hasNearLetters(heard, word)) near.add(word);
        if (near.size > 1) return null;
      }
    }
    const [only] = near;
    return only === undefined || near.size > 1 ? null : (this.#rare.get(only) ?? null);
  }
}

/** For the pieces of a recording, whose vocabulary is its own. */
const corrections = new WeakMap<Vocabulary, { language: string; correction: Correction }>();

function correctionBy(vocabulary: Vocabulary, language: string): Correction {
  const known = corrections.get(vocabulary);
  if (known?.language === language) return known.correction;
  const correction = new Correction(vocabulary, language);
  corrections.set(vocabulary, { language, correction });
  return correction;
}
