/** Marks and capitals for pieces of a recognizer that gives none; the times of words stay. */
import type { Lane, Piece, Word } from "../engine/engine.ts";
import { NotPunctuated } from "../recognition/punctuator.ts";
import type { RoutedEngine } from "../recognition/routed-engine.ts";
import { LONG_PAUSE_SECONDS } from "../recognition/set-marks.ts";
import { hasMarks, type MarkedWord } from "../text/formatting/punctuation/marked-words.ts";
import { sliceAtWords } from "./word-slices.ts";

export interface PunctuatePiecesOptions {
  language: string | null;
  lane: Lane;
  signal?: AbortSignal | undefined;
  leastWordsForMarks?: number | undefined;
}

export interface PunctuatedPieces {
  pieces: Piece[];
  /** There where they should have got marks and could not. */
  lacksMarks?: true;
}

/** The pieces as they are where nothing on the site can do better. @throws the signal's reason. */
export async function punctuatePieces(
  engine: Pick<RoutedEngine, "punctuate">,
  pieces: Piece[],
  { language, lane, signal, leastWordsForMarks = 0 }: PunctuatePiecesOptions,
): Promise<PunctuatedPieces> {
  const words = pieces.flatMap((piece) => piece.words);
  if (!engine.punctuate || language === null || words.length === 0) return { pieces };
  if (pieces.some(({ text, words: { length } }) => length === 0 || hasMarks(text))) return { pieces };
  const heard = words.map((word, index) => ({
    text: word.text,
    pauseSeconds: pauseAfter(word, words[index + 1]),
  }));
  if (isShort(words, leastWordsForMarks)) return { pieces };
  try {
    const marked = await engine.punctuate(heard, { language, lane, ...(signal && { signal }) });
    return { pieces: marked ? withMarks(pieces, marked) : pieces };
  } catch (error) {
    if (error instanceof NotPunctuated) return { pieces, lacksMarks: true };
    throw error;
  }
}

/** One sentence, as far as can be known: a speaker who pauses may have begun another. */
export function isShort(words: readonly Word[], leastWords: number): boolean {
  const isWithoutPause = (word: Word, index: number) =>
    pauseAfter(word, words[index + 1]) < LONG_PAUSE_SECONDS;
  return words.length < leastWords && words.every(isWithoutPause);
}

function withMarks(pieces: readonly Piece[], marked: readonly MarkedWord[]): Piece[] {
  let at = 0;
  return pieces.map((piece) => {
    const own = marked.slice(at, at + piece.words.length);
    at += piece.words.length;
    const written = own.map(({ text, marks }) => text + marks);
    const slices = sliceAtWords(piece.text, piece.words);
    const text = slices.map((slice, index) =>
      slice.replace(piece.words[index]?.text ?? "", () => written[index] ?? ""),
    );
    return {
      ...piece,
      text: text.join("").trim(),
      words: piece.words.map((word, index) => ({ ...word, text: written[index] ?? word.text })),
    };
  });
}

function pauseAfter({ endSeconds }: Word, next: Word | undefined): number {
  return next ? Math.max(0, next.startSeconds - endSeconds) : 0;
}
