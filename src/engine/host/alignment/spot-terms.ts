/**
 * Where a network heard terms, whatever a recognizer wrote: the rows of letters that are hardly less likely than what the
 * network likes best (keyword spotting with a CTC network; what letters cost for others, see `SpokenTerms`).
 */
import { setImmediate } from "node:timers/promises";
import { FRAME_SECONDS, type FrameScores, TOKENS_PER_FRAME } from "../word-search/spelt-scores.ts";
import { type SpokenTerms, TERMS_ROOT } from "../word-search/spoken-terms.ts";
import { WORD_MARK } from "../word-search/word-model.ts";

/** Times in seconds from the begin of the scores. */
export interface Spot {
  term: string;
  startSeconds: number;
  endSeconds: number;
  /** By how much it is less likely than the likeliest tokens of its frames, with the cost of its letters: a natural logarithm. */
  cost: number;
}

interface Way {
  place: number;
  token: number;
  /** Whether a blank was heard after the token. */
  afterBlank: boolean;
  cost: number;
  letters: number;
  firstFrame: number;
  lastFrame: number;
}

const BLANK = 0;
/** The network returns eight tokens of a frame; any other costs so much more than the last of them. */
const UNTOLD = 1;
/** A token's mark says that a word begins, in the middle of one, or the other way round. */
const MISPLACED_MARK = 1;
/** The most cost of the first letters, and of each more: of 1,000 names, most are given up at their first letters. */
const OPENING_COST = 4;
const LETTER_COST = 1.6;
/** A reading with more letters than its token has costs nearly what they allow. */
const LONGER_BY = 0.5;
/** Five seconds of audio: a few milliseconds of search, up to 100 with 1,000 terms that were never heard before. */
const FRAMES_PER_TURN = 64;

/**
 * A few frames at a time, so that others get their turn between.
 * @param pieces what each of the network's tokens writes.
 * @returns the cheapest first; those of one term do not overlap, others may.
 */
export async function spotTerms(
  scores: FrameScores,
  terms: SpokenTerms,
  pieces: readonly string[],
  mostCost: number,
): Promise<Spot[]> {
  const search = new Search(terms, pieces, mostCost);
  for (let frame = 0; frame < scores.frames; frame++) {
    if (frame > 0 && frame % FRAMES_PER_TURN === 0) await setImmediate();
    search.hear(scores, frame);
  }
  const spots: Spot[] = [];
  for (const spot of search.found.sort((a, b) => a.cost - b.cost || lengthOf(b) - lengthOf(a)))
    if (!spots.some((other) => other.term === spot.term && overlap(other, spot))) spots.push(spot);
  return spots;
}

export function overlap(
  one: Pick<Spot, "startSeconds" | "endSeconds">,
  other: Pick<Spot, "startSeconds" | "endSeconds">,
): boolean {
  return one.startSeconds < other.endSeconds && other.startSeconds < one.endSeconds;
}

function lengthOf({ startSeconds, endSeconds }: Spot): number {
  return endSeconds - startSeconds;
}

class Search {
  readonly found: Spot[] = [];
  readonly #terms: SpokenTerms;
  readonly #pieces: readonly string[];
  readonly #most: number;
  /** By place, token and whether a blank followed. */
  #live = new Map<number, Way>();
  #next = new Map<number, Way>();

  constructor(terms: SpokenTerms, pieces: readonly string[], most: number) {
    this.#terms = terms;
    this.#pieces = pieces;
    this.#most = most;
  }

  hear(scores: FrameScores, frame: number): void {
    const costs = costsOf(scores, frame);
    const untold = (costs.at(-1)?.[1] ?? 0) + UNTOLD;
    const costOf = (token: number) => costs.find(([told]) => told === token)?.[1] ?? untold;
    for (const way of this.#live.values()) {
      this.#offer({ ...way, afterBlank: true, cost: way.cost + costOf(BLANK) });
      if (!way.afterBlank) this.#offer({ ...way, cost: way.cost + costOf(way.token), lastFrame: frame });
      for (const [token, cost] of costs)
        if (token !== BLANK && (token !== way.token || way.afterBlank)) this.#goOn(way, token, cost, frame);
    }
    for (const [token, cost] of costs) if (token !== BLANK) this.#begin(token, cost, frame);
    [this.#live, this.#next] = [this.#next, new Map()];
    for (const way of this.#live.values()) this.#tell(way);
  }

  #begin(token: number, heard: number, frame: number): void {
    const before = heard + (this.#beginsWord(token) ? 0 : MISPLACED_MARK);
    if (this.#isTooDear(before, 0, token)) return;
    for (const { place, cost, text } of this.#terms.steps(TERMS_ROOT, token)) {
      if (before + cost > this.#most) return;
      const letters = lettersIn(text);
      this.#offer({
        place,
        token,
        afterBlank: false,
        cost: before + cost,
        letters,
        firstFrame: frame,
        lastFrame: frame,
      });
    }
  }

  #goOn(way: Way, token: number, heard: number, frame: number): void {
    const before = way.cost + heard;
    if (this.#isTooDear(before, way.letters, token)) return;
    for (const { place, cost, text } of this.#terms.steps(way.place, token)) {
      if (before + cost > this.#most) return;
      const isMisplaced = this.#beginsWord(token) !== text.startsWith(WORD_MARK);
      const sum = before + cost + (isMisplaced ? MISPLACED_MARK : 0);
      const letters = way.letters + lettersIn(text);
      this.#offer({ ...way, place, token, letters, afterBlank: false, cost: sum, lastFrame: frame });
    }
  }

  /** With any reading of the token: most readings need not be worked out. */
  #isTooDear(cost: number, letters: number, token: number): boolean {
    return cost > this.#mostAfter(letters + lettersIn(this.#pieces[token] as string) + LONGER_BY);
  }

  #mostAfter(letters: number): number {
    return Math.min(this.#most, OPENING_COST + LETTER_COST * letters);
  }

  #offer(way: Way): void {
    if (way.cost > this.#mostAfter(way.letters)) return;
    const key = (way.place * this.#pieces.length + way.token) * 2 + (way.afterBlank ? 1 : 0);
    const known = this.#next.get(key);
    if (!known || way.cost < known.cost) this.#next.set(key, way);
  }

  #tell({ place, afterBlank, cost, firstFrame, lastFrame }: Way): void {
    const term = this.#terms.termAt(place);
    if (term === undefined || afterBlank) return;
    this.found.push({
      term,
      startSeconds: firstFrame * FRAME_SECONDS,
      endSeconds: (lastFrame + 1) * FRAME_SECONDS,
      cost,
    });
  }

  #beginsWord(token: number): boolean {
    return (this.#pieces[token] as string).startsWith(WORD_MARK);
  }
}

/** By how much each returned token is less likely than the first. */
function costsOf({ tokens, logs }: FrameScores, frame: number): [token: number, cost: number][] {
  const from = frame * TOKENS_PER_FRAME;
  const best = logs[from] as number;
  return Array.from(logs.subarray(from, from + TOKENS_PER_FRAME), (log, i) => [
    tokens[from + i] as number,
    best - log,
  ]);
}

function lettersIn(text: string): number {
  return text.length - (text.startsWith(WORD_MARK) ? 1 : 0);
}
