/** From a model's spelt-out scores to its words, a few frames at a time, so that others get their turn between. */
import { setImmediate } from "node:timers/promises";
import {
  FRAME_SECONDS,
  type FrameScores,
  type Spelt,
  speltScores,
  TOKENS_PER_FRAME,
} from "./spelt-scores.ts";
import type { SpokenTerms } from "./spoken-terms.ts";
import { WORD_MARK, type WordModel } from "./word-model.ts";
import { WordSearch } from "./word-search.ts";

/** Five seconds of audio: a few milliseconds of search. */
const FRAMES_PER_TURN = 64;

interface Found {
  text: string;
  /** The pieces of the words, and when each begins, in seconds. */
  tokens: string[];
  timestamps: number[];
  /** The model's own scores, regardless of the words. */
  logProbs: number[];
}

/**
 * @param terms that may occur.
 * @throws when what was spelt out is no scores, or of tokens that the word model does not know.
 */
export async function findWords(
  model: WordModel,
  spelt: Spelt,
  terms: SpokenTerms | null = null,
): Promise<Found> {
  const scores = speltScores(spelt, model.pieces.length);
  const search = new WordSearch(model, terms);
  for (let from = 0; from < scores.frames; from += FRAMES_PER_TURN) {
    if (from > 0) await setImmediate();
    search.hear(scores, from, Math.min(from + FRAMES_PER_TURN, scores.frames));
  }
  const found = search.finish();
  const tokens = found.map(({ token, text }) => text ?? (model.pieces[token] as string));
  return {
    text: tokens.join("").replaceAll(WORD_MARK, " ").trim(),
    tokens,
    timestamps: found.map(({ frame }) => frame * FRAME_SECONDS),
    logProbs: found.map(({ token, frame }) => logProbOf(scores, token, frame)),
  };
}

/** Any other token is at best as likely as the last that is. */
function logProbOf({ tokens, logs }: FrameScores, token: number, frame: number): number {
  const from = frame * TOKENS_PER_FRAME;
  const place = tokens.subarray(from, from + TOKENS_PER_FRAME).indexOf(token);
  return logs[from + (place < 0 ? TOKENS_PER_FRAME - 1 : place)] as number;
}
