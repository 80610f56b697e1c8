/** A line of text on the way of a dictation, as if a recognizer had heard it. */
import { limits } from "../config/limits.ts";
import type { Piece } from "../engine/engine.ts";
import type { RoutedEngine } from "../recognition/routed-engine.ts";
import { rulesFor } from "../text/languages/index.ts";
import { splitWords } from "../text/words/split-words.ts";
import { punctuatePieces } from "../transcription/punctuate.ts";

/** The sign of a pause between two words. */
const PAUSE = "|";
const PAUSE_SECONDS = 0.7;
/** A speaker who makes pauses makes short ones, too. */
const GAP_SECONDS = 0.04;
const WORD_SECONDS = 0.3;

export interface SpokenLine {
  words: string;
  /** Seconds of silence before each word as white space sets them apart. */
  pauses: number[];
}

/** Without the signs of pauses; `pauses` is empty if there are none. */
export function readPauses(line: string): SpokenLine {
  const parts = line.split(/\s+/u).filter((part) => part !== "");
  if (!parts.includes(PAUSE)) return { words: line, pauses: [] };
  const words: string[] = [];
  const pauses: number[] = [];
  for (const [index, word] of parts.entries()) {
    if (word === PAUSE) continue;
    words.push(word);
    pauses.push(parts[index - 1] === PAUSE ? PAUSE_SECONDS : GAP_SECONDS);
  }
  return { words: words.join(" "), pauses };
}

interface PunctuatedLine {
  text: string;
  /** Whether it should have got marks and could not. */
  lacksMarks: boolean;
}

/** The marks of a dictation whose recognizer writes none: those of the site's pack, if the line is long enough. */
export async function punctuateLine(
  engine: Pick<RoutedEngine, "punctuate">,
  line: SpokenLine,
  language: string,
): Promise<PunctuatedLine> {
  const { pieces, lacksMarks = false } = await punctuatePieces(engine, [pieceOf(line, language)], {
    language,
    lane: "batch",
    leastWordsForMarks: limits.dictationWordsForMarks,
  });
  return { text: pieces.map(({ text }) => text).join(" "), lacksMarks };
}

function pieceOf({ words: text, pauses }: SpokenLine, language: string): Piece {
  const chunks = text.split(/\s+/u).filter((chunk) => chunk !== "");
  let seconds = 0;
  const words = chunks.flatMap((chunk, index) => {
    seconds += pauses[index] ?? 0;
    return (rulesFor(language).spaced ? [chunk] : splitWords(chunk, false)).map((word) => {
      const startSeconds = seconds;
      seconds += WORD_SECONDS;
      return { text: word, startSeconds, endSeconds: seconds };
    });
  });
  return { startSeconds: 0, endSeconds: seconds, text, words };
}
