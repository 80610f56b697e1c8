/**
 * CTC forced alignment: the likeliest way through a spelling graph that a network's scores allow (Viterbi over the graph
 * with a blank at each place; Kürzinger et al., "CTC-Segmentation of Large Corpora", 2020, without its search for the
 * begin and the end, which are those of the audio here).
 */
import { type FrameScores, TOKENS_PER_FRAME } from "../word-search/spelt-scores.ts";
import type { SpellingGraph } from "./spelling-graph.ts";

/** One step of the path: an arc, and the frames in which its token was heard. */
export interface Step {
  arc: number;
  firstFrame: number;
  lastFrame: number;
}

export interface BestPath {
  steps: Step[];
  /** Natural logarithm of the path's probability. */
  logLikelihood: number;
}

export const BLANK = 0;
const IMPOSSIBLE = Number.NEGATIVE_INFINITY;
/** The network returns eight tokens of a frame; any other is so much less likely than the last of them. */
const UNTOLD = 1;

/** @returns null if the frames are too few for the words. */
export function bestPath(
  { arcs, places }: SpellingGraph,
  scores: FrameScores,
  fromFrame: number,
  untilFrame: number,
): BestPath | null {
  const frames = untilFrame - fromFrame;
  const states = arcs.length + places;
  // States are the arcs, then the places, in which blanks are heard.
  let before = new Float64Array(states).fill(IMPOSSIBLE);
  let now = new Float64Array(states);
  before[arcs.length] = 0;
  const came = new Int32Array(frames * states);
  const arriving = new Arrivals(arcs, places);
  const logs = new FrameLogs(scores);
  for (let frame = 0; frame < frames; frame++) {
    logs.read(fromFrame + frame);
    arriving.read(before);
    const row = frame * states;
    for (let a = 0; a < arcs.length; a++) {
      const { token, from } = arcs[a] as { token: number; from: number };
      let best = before[a] as number;
      let by = a;
      const blank = before[arcs.length + from] as number;
      if (blank > best) [best, by] = [blank, arcs.length + from];
      const other = arriving.bestBut(from, token);
      if (other >= 0 && (before[other] as number) > best) [best, by] = [before[other] as number, other];
      now[a] = best + logs.of(token);
      came[row + a] = by;
    }
    for (let place = 0; place < places; place++) {
      const state = arcs.length + place;
      let best = before[state] as number;
      let by = state;
      const arc = arriving.best(place);
      if (arc >= 0 && (before[arc] as number) > best) [best, by] = [before[arc] as number, arc];
      now[state] = best + logs.of(BLANK);
      came[row + state] = by;
    }
    [before, now] = [now, before];
  }
  arriving.read(before);
  const last = arcs.length + places - 1;
  const arc = arriving.best(places - 1);
  const end = arc >= 0 && (before[arc] as number) > (before[last] as number) ? arc : last;
  const logLikelihood = before[end] as number;
  if (logLikelihood === IMPOSSIBLE) return null;
  return { steps: steps(came, states, arcs.length, end, fromFrame, frames), logLikelihood };
}

function steps(
  came: Int32Array,
  states: number,
  arcs: number,
  end: number,
  fromFrame: number,
  frames: number,
): Step[] {
  const found: Step[] = [];
  let state = end;
  for (let frame = frames - 1; frame >= 0; frame--) {
    const first = found[0];
    const before = came[frame * states + state] as number;
    if (state < arcs) {
      const at = fromFrame + frame;
      if (first?.arc === state) first.firstFrame = at;
      else found.unshift({ arc: state, firstFrame: at, lastFrame: at });
    }
    state = before;
  }
  return found;
}

/** For each place, the likeliest arc that leads to it, and the likeliest of those with another token. */
class Arrivals {
  readonly #arcs: SpellingGraph["arcs"];
  readonly #best: Int32Array;
  readonly #second: Int32Array;

  constructor(arcs: SpellingGraph["arcs"], places: number) {
    this.#arcs = arcs;
    this.#best = new Int32Array(places);
    this.#second = new Int32Array(places);
  }

  read(scores: Float64Array): void {
    const [best, second, arcs] = [this.#best, this.#second, this.#arcs];
    best.fill(-1);
    second.fill(-1);
    for (let a = 0; a < arcs.length; a++) {
      const score = scores[a] as number;
      if (score === IMPOSSIBLE) continue;
      const { to, token } = arcs[a] as { to: number; token: number };
      const first = best[to] as number;
      if (first < 0 || score > (scores[first] as number)) {
        if (first >= 0 && (arcs[first] as { token: number }).token !== token) second[to] = first;
        best[to] = a;
      } else if (
        (arcs[first] as { token: number }).token !== token &&
        ((second[to] as number) < 0 || score > (scores[second[to] as number] as number))
      )
        second[to] = a;
    }
  }

  best(place: number): number {
    return this.#best[place] as number;
  }

  /** CTC needs a blank between two of the same token. */
  bestBut(place: number, token: number): number {
    const best = this.#best[place] as number;
    if (best < 0 || (this.#arcs[best] as { token: number }).token !== token) return best;
    return this.#second[place] as number;
  }
}

/** The log-probabilities of one frame after the other. */
export class FrameLogs {
  readonly #scores: FrameScores;
  readonly #log = new Float64Array(65_536);
  readonly #toldIn = new Int32Array(65_536).fill(-1);
  #frame = -1;
  #untold = 0;

  constructor(scores: FrameScores) {
    this.#scores = scores;
  }

  read(frame: number): void {
    const { tokens, logs } = this.#scores;
    const at = frame * TOKENS_PER_FRAME;
    for (let i = 0; i < TOKENS_PER_FRAME; i++) {
      const token = tokens[at + i] as number;
      this.#log[token] = logs[at + i] as number;
      this.#toldIn[token] = frame;
    }
    this.#frame = frame;
    this.#untold = (logs[at + TOKENS_PER_FRAME - 1] as number) - UNTOLD;
  }

  of(token: number): number {
    return this.#toldIn[token] === this.#frame ? (this.#log[token] as number) : this.#untold;
  }
}
