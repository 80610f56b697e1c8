/**
 * Loops that a recognizer wrote in spite of its guards, taken out: inside one decoded piece a phrase follows itself more often
 * than people repeat themselves and, if the words have times, faster than anybody speaks: a sentence that really is said
 * ten times stays. The loop's first occurrence stays, the repetitions go.
 */
import type { Piece, Word } from "../engine/engine.ts";
import { type Believed, comparedWord, repetitionAt } from "../engine/repetitions.ts";
import { sliceAtWords } from "./word-slices.ts";

/** Removed words are lost, so more is accepted than when a piece is only decoded again. «No, no, no, no» is speech. */
const BELIEVED: Believed = [0, 9, 5, 4, 3];
/** Fast talkers reach about five. */
const MOST_WORDS_PER_SECOND = 7;

export function dropLoops(piece: Piece): Piece {
  const words =
    piece.words.length > 0 ? sliceAtWords(piece.text, piece.words) : (piece.text.match(/\S+\s*/gu) ?? []);
  const dropped = loopedWords(words.map(comparedWord), piece.words);
  if (dropped.size === 0) return piece;
  const kept = (_: unknown, index: number) => !dropped.has(index);
  return { ...piece, text: words.filter(kept).join("").trim(), words: piece.words.filter(kept) };
}

function loopedWords(words: string[], times: Word[]): Set<number> {
  const dropped = new Set<number>();
  for (let at = 0; at < words.length; ) {
    const loop = repetitionAt(words, at, BELIEVED);
    if (loop && !canBeSpoken(times.slice(at, loop.end))) {
      for (let index = at + loop.phraseWords; index < loop.end; index += 1) dropped.add(index);
    }
    at = loop?.end ?? at + 1;
  }
  return dropped;
}

/** Without times there is nothing that speaks for it. */
function canBeSpoken(words: Word[]): boolean {
  const [first, last] = [words[0], words[words.length - 1]];
  if (!first || !last) return false;
  return words.length <= MOST_WORDS_PER_SECOND * (last.endSeconds - first.startSeconds);
}
