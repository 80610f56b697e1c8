/**
 * Words that a recognizer wrote, laid on what the starter's network heard: when each was said, how well it fits, and which
 * of two wordings fits better.
 */
import { FRAME_SECONDS, type FrameScores, TOKENS_PER_FRAME } from "../word-search/spelt-scores.ts";
import { BLANK, bestPath, FrameLogs, type Step } from "./best-path.ts";
import { type Arc, Speller, type SpellingGraph } from "./spelling-graph.ts";
import { spokenWays } from "./spoken-ways.ts";
import { onsetSeconds } from "./word-onsets.ts";

/** Times in seconds from the begin of the scores. */
export interface AlignedWord {
  startSeconds: number;
  endSeconds: number;
  /**
   * How much less likely the network finds this word than the likeliest token in the word's frames: a natural logarithm
   * for each piece of its spelling, 0 at best. A word without a sound, such as a dash, has 0.
   */
  score: number;
}

/** How long the last piece of a word is taken to last. */
const LAST_PIECE_SECONDS = 0.2;

/** Lays words on scores. One for a network, whatever the recordings. */
export class Aligner {
  readonly #speller: Speller;

  /** @param pieces what each of the network's tokens writes (`WordModel.pieces`). */
  constructor(pieces: readonly string[]) {
    this.#speller = new Speller(pieces);
  }

  /**
   * @param words as written, marks and figures included; each is laid in the way of saying it that fits best.
   * @returns null if the audio is too short for the words.
   */
  align(scores: FrameScores, words: readonly string[]): Alignment | null {
    const graph = this.#speller.graph(words.map(spokenWays));
    const path = bestPath(graph, scores, 0, scores.frames);
    if (path === null) return null;
    const laid = laidWords(graph, path.steps, scores, words.length);
    return new Alignment(this, { scores, texts: words, laid, logLikelihood: path.logLikelihood });
  }

  /**
   * The natural logarithm of how likely these words are in these frames, all of which they fill. Only differences between
   * wordings of the same frames mean something. Minus infinity where the frames are too few.
   */
  logLikelihood(
    scores: FrameScores,
    words: readonly string[],
    fromFrame: number,
    untilFrame: number,
  ): number {
    const graph = this.#speller.graph(words.map(spokenWays));
    return bestPath(graph, scores, fromFrame, untilFrame)?.logLikelihood ?? Number.NEGATIVE_INFINITY;
  }
}

interface LaidWord extends AlignedWord {
  /** From the word's first piece to the next word's. */
  fromFrame: number;
  untilFrame: number;
}

interface Laid {
  scores: FrameScores;
  texts: readonly string[];
  laid: readonly LaidWord[];
  logLikelihood: number;
}

/** Words as they lie on the scores. */
export class Alignment {
  readonly #aligner: Aligner;
  readonly #scores: FrameScores;
  readonly #texts: readonly string[];
  readonly #laid: readonly LaidWord[];
  /** As of `Aligner.logLikelihood`, over all frames. */
  readonly logLikelihood: number;

  constructor(aligner: Aligner, { scores, texts, laid, logLikelihood }: Laid) {
    this.#aligner = aligner;
    this.#scores = scores;
    this.#texts = texts;
    this.#laid = laid;
    this.logLikelihood = logLikelihood;
  }

  /** As many as were laid, in order; times never fall. */
  get words(): readonly AlignedWord[] {
    return this.#laid;
  }

  /** The mean of the words' scores. */
  get score(): number {
    return this.#laid.reduce((sum, { score }) => sum + score, 0) / Math.max(this.#laid.length, 1);
  }

  /**
   * How much likelier (natural logarithm; below 0: less likely) the recording becomes with `replacement` in the place of the
   * words from `first` up to `until`. Both wordings are laid anew between the words beside them, so that a replacement may
   * begin or end a little elsewhere.
   */
  gain(first: number, until: number, replacement: readonly string[]): number {
    const [from, to] = [Math.max(first - 1, 0), Math.min(until + 1, this.#texts.length)];
    const fromFrame = from === 0 ? 0 : (this.#laid[from] as LaidWord).fromFrame;
    const untilFrame =
      to === this.#texts.length ? this.#scores.frames : (this.#laid[to] as LaidWord).fromFrame;
    const [before, after] = [this.#texts.slice(from, first), this.#texts.slice(until, to)];
    const likelihood = (middle: readonly string[]) =>
      this.#aligner.logLikelihood(this.#scores, [...before, ...middle, ...after], fromFrame, untilFrame);
    return likelihood(replacement) - likelihood(this.#texts.slice(first, until));
  }
}

/** @param count of the words, of which some may have no step. */
function laidWords(
  { arcs }: SpellingGraph,
  steps: readonly Step[],
  scores: FrameScores,
  count: number,
): LaidWord[] {
  const excess = excessOf(arcs, steps, scores);
  const laid: LaidWord[] = [];
  let at = 0;
  for (let word = 0; word < count; word++) {
    const own = ownSteps(arcs, steps, at, word);
    const before = laid.at(-1);
    const previous = steps[at - 1] ?? null;
    at += own.length;
    const [first, last] = [own[0], own.at(-1)];
    if (!first || !last) {
      laid.push(soundless(before));
      continue;
    }
    const piece = { ...(arcs[first.arc] as Arc), ...first };
    const startSeconds = Math.max(
      onsetSeconds(piece, previous?.lastFrame ?? null, scores),
      before?.startSeconds ?? 0,
    );
    if (before) before.endSeconds = Math.max(Math.min(before.endSeconds, startSeconds), before.startSeconds);
    const untilFrame = steps[at]?.firstFrame ?? scores.frames;
    const whole = excess.subarray(before ? first.firstFrame : 0, untilFrame);
    laid.push({
      startSeconds,
      endSeconds: Math.max(last.lastFrame * FRAME_SECONDS + LAST_PIECE_SECONDS, startSeconds),
      score: whole.reduce((sum, each) => sum + each, 0) / own.length,
      fromFrame: first.firstFrame,
      untilFrame,
    });
  }
  return laid;
}

function ownSteps(arcs: readonly Arc[], steps: readonly Step[], from: number, word: number): Step[] {
  let until = from;
  while (arcs[steps[until]?.arc ?? -1]?.word === word) until++;
  return steps.slice(from, until);
}

/** It is said in no time, where the word before ends. */
function soundless(before: LaidWord | undefined): LaidWord {
  const seconds = before?.endSeconds ?? 0;
  const frame = before?.untilFrame ?? 0;
  return { startSeconds: seconds, endSeconds: seconds, score: 0, fromFrame: frame, untilFrame: frame };
}

/** By how much, in each frame, what the path says is less likely than what is likeliest there: 0 or less. */
function excessOf(arcs: readonly Arc[], steps: readonly Step[], scores: FrameScores): Float64Array {
  const logs = new FrameLogs(scores);
  const excess = new Float64Array(scores.frames);
  let next = 0;
  for (let frame = 0; frame < scores.frames; frame++) {
    while (next < steps.length && (steps[next] as Step).lastFrame < frame) next++;
    const step = steps[next];
    const token = step && step.firstFrame <= frame ? (arcs[step.arc] as Arc).token : BLANK;
    logs.read(frame);
    excess[frame] = logs.of(token) - (scores.logs[frame * TOKENS_PER_FRAME] as number);
  }
  return excess;
}
