/** The words of a finished text that stand for words of which the recognizer was not sure. */
import { limits } from "../../config/limits.ts";
import type { TextRange } from "../../lib/text-ranges.ts";
import type { Token } from "../words/tokens.ts";
import { changedRuns } from "./changed-runs.ts";

const WORD = /[\p{L}\p{M}\p{N}](?:\S*[\p{L}\p{M}\p{N}])?/gu;

/** A replacement of more words, or a longer one, says too little about any of them. */
const MOST_WORDS = 12;

/**
 * The word itself, whatever its case; or all that was written in its place, such as a number. A mark that was written for a
 * word is no word. @param said the recognized words. @param text what became of them.
 */
export function unsureWords(said: readonly Token[], text: string): TextRange[] {
  const spoken = said.filter((token) => token.text !== "");
  if (!spoken.some(isUnsure)) return [];
  const written = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index }));
  const ranges: TextRange[] = [];
  const mark = (at: number) => {
    const found = written[at];
    if (found !== undefined) ranges.push([found.index, found.index + found.word.length]);
  };
  let [one, other] = [0, 0];
  const same = (until: number) => {
    for (; one < until; one++, other++) if (isUnsure(spoken[one])) mark(other);
  };
  const runs = changedRuns(
    spoken.map(({ text }) => compared(text)),
    written.map(({ word }) => compared(word)),
  );
  for (const { said: replaced, written: by } of runs) {
    same(replaced[0]);
    const words = spoken.slice(...replaced);
    const isClear = words.length <= MOST_WORDS && by[1] - by[0] <= words.length;
    if (isClear && words.some(isUnsure)) for (let at = by[0]; at < by[1]; at++) mark(at);
    [one, other] = [replaced[1], by[1]];
  }
  same(spoken.length);
  return ranges.slice(0, limits.unsureWords);
}

function isUnsure(token: Token | undefined): boolean {
  return token?.certainty === "unsure";
}

function compared(word: string): string {
  return word.toLowerCase().replaceAll("’", "'");
}
