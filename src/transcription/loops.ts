/**
 * Sequence models can fall into a loop and write one phrase over and over (speaches #133). Such a loop shows in
 * its structure: inside one decoded piece the same phrase follows itself more often than people repeat
 * themselves, and, where the words have times, faster than anybody speaks: a sentence that really is said ten times
 * stays. The loop's first occurrence stays, the repetitions go.
 */
import type { Piece, Word } from "../engine/engine.ts";
import { sliceAtWords } from "./word-slices.ts";

const LONGEST_PHRASE_WORDS = 12;
/** «No, no, no, no» is speech: the shorter the phrase, the more repetitions are believed. */
const BELIEVED_REPETITIONS = [0, 9, 5, 4] as const;
const BELIEVED_LONG_PHRASE = 3;
/** Fast talkers reach about five. */
const MOST_WORDS_PER_SECOND = 7;

export function dropLoops(piece: Piece): Piece {
  const words =
    piece.words.length > 0 ? sliceAtWords(piece.text, piece.words) : (piece.text.match(/\S+\s*/gu) ?? []);
  const dropped = loopedWords(words.map(normalized), piece.words);
  if (dropped.size === 0) return piece;
  const kept = (_: unknown, index: number) => !dropped.has(index);
  return { ...piece, text: words.filter(kept).join("").trim(), words: piece.words.filter(kept) };
}

function loopedWords(words: string[], times: Word[]): Set<number> {
  const dropped = new Set<number>();
  for (let at = 0; at < words.length; ) {
    const loop = loopAt(words, at);
    if (loop && !canBeSpoken(times.slice(at, loop.end))) {
      for (let index = at + loop.phraseWords; index < loop.end; index += 1) dropped.add(index);
    }
    at = loop?.end ?? at + 1;
  }
  return dropped;
}

/** A phrase that begins at `at` and follows itself too often; `end` is exclusive. */
function loopAt(words: string[], at: number): { phraseWords: number; end: number } | null {
  for (let phraseWords = 1; phraseWords <= LONGEST_PHRASE_WORDS; phraseWords += 1) {
    let repetitions = 1;
    while (samePhrase(words, at, at + repetitions * phraseWords, phraseWords)) repetitions += 1;
    const believed = BELIEVED_REPETITIONS[phraseWords] ?? BELIEVED_LONG_PHRASE;
    if (repetitions > believed) return { phraseWords, end: at + repetitions * phraseWords };
  }
  return null;
}

/** Without times there is nothing that speaks for it. */
function canBeSpoken(words: Word[]): boolean {
  const [first, last] = [words[0], words[words.length - 1]];
  if (!first || !last) return false;
  return words.length <= MOST_WORDS_PER_SECOND * (last.endSeconds - first.startSeconds);
}

function samePhrase(words: string[], first: number, second: number, length: number): boolean {
  if (second + length > words.length) return false;
  for (let index = 0; index < length; index += 1) {
    if (words[first + index] !== words[second + index]) return false;
  }
  return true;
}

function normalized(word: string): string {
  return word.toLowerCase().replace(/[\p{P}\s]/gu, "");
}
