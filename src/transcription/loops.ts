/**
 * Sequence models can fall into a loop and write one phrase over and over (speaches #133). Such a loop shows in
 * its structure: inside one decoded piece the same phrase follows itself more often than people repeat
 * themselves. Its first occurrence stays, the repetitions go.
 */
import type { Piece } from "../engine/engine.ts";
import { sliceAtWords } from "./word-slices.ts";

const LONGEST_PHRASE_WORDS = 12;
/** «No, no, no, no» is speech: the shorter the phrase, the more repetitions are believed. */
const BELIEVED_REPETITIONS = [0, 9, 5, 4] as const;
const BELIEVED_LONG_PHRASE = 3;

export function dropLoops(piece: Piece): Piece {
  const words =
    piece.words.length > 0 ? sliceAtWords(piece.text, piece.words) : (piece.text.match(/\S+\s*/gu) ?? []);
  const dropped = loopedWords(words.map(normalized));
  if (dropped.size === 0) return piece;
  const kept = (_: unknown, index: number) => !dropped.has(index);
  return { ...piece, text: words.filter(kept).join("").trim(), words: piece.words.filter(kept) };
}

function loopedWords(words: string[]): Set<number> {
  const dropped = new Set<number>();
  for (let at = 0; at < words.length; ) {
    const end = loopEnd(words, at, dropped);
    at = end ?? at + 1;
  }
  return dropped;
}

/** Marks the repetitions of a loop that begins at `at`, and tells where it ends. */
function loopEnd(words: string[], at: number, dropped: Set<number>): number | null {
  for (let length = 1; length <= LONGEST_PHRASE_WORDS; length += 1) {
    let repetitions = 1;
    while (samePhrase(words, at, at + repetitions * length, length)) repetitions += 1;
    if (repetitions <= (BELIEVED_REPETITIONS[length] ?? BELIEVED_LONG_PHRASE)) continue;
    const end = at + repetitions * length;
    for (let index = at + length; index < end; index += 1) dropped.add(index);
    return end;
  }
  return null;
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
