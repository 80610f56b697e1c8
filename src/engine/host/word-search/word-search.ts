/**
 * Finds the likeliest words in a model's scores: a beam search over frames, in which every hypothesis is a
 * place in the spelling of a word after the words before it. Words outside the list can be spelt freely, at a cost.
 */
import { type FrameScores, TOKENS_PER_FRAME } from "./spelt-scores.ts";
import { type SpokenTerms, type Step, TERMS_ROOT } from "./spoken-terms.ts";
import { SPELLING_ROOT, START_WORD, type WordModel } from "./word-model.ts";

interface FoundPiece {
  token: number;
  frame: number;
  /** Its letters in a term, which may differ from the token; null outside of terms. */
  text: string | null;
}

interface Trace extends FoundPiece {
  before: Trace | null;
}

interface Hypothesis {
  /** The history of this word. */
  history: number;
  /**
   * Place in the spelling tree; from `model.nodes` on, the last token of a word that is spelt freely, and after those, for
   * each place in a term, the last token there.
   */
  node: number;
  afterBlank: boolean;
  score: number;
  trace: Trace | null;
}

const BLANK = 0;
/**
 * The cost of beginning a term: less than that of an unlisted word, because terms are expected. At 3, 9 % more
 * names come out right, and 3 sentences of 500 instead of 2 get one that nobody said.
 */
const TERM = 4;
/** A token's mark says that a word begins, in the middle of one, or the other way round. */
const MISPLACED_MARK = 1;
/** Where the audio ends within a term. */
const UNFINISHED_TERM = 100;
/** A hypothesis that is worse than the best one by more than this is given up, in natural logarithms. */
const BEAM = 12;
const MOST_HYPOTHESES = 300;

export class WordSearch {
  readonly #model: WordModel;
  readonly #terms: SpokenTerms | null;
  /** The more there are, the less likely each is. */
  readonly #termCost: number;
  /** How many nodes there are, in the tree and after it. */
  readonly #nodes: number;
  #live: Hypothesis[] = [
    { history: START_WORD, node: SPELLING_ROOT, afterBlank: true, score: 0, trace: null },
  ];
  #next = new Map<number, Hypothesis>();
  #best = Number.NEGATIVE_INFINITY;
  #frame = 0;

  /** The bonus of each token. */
  readonly #gain: Float32Array;

  constructor(model: WordModel, terms: SpokenTerms | null) {
    this.#model = model;
    this.#terms = terms;
    this.#termCost = TERM + Math.log(terms?.count || 1);
    this.#nodes = model.nodes + (terms?.places ?? 1) * model.pieces.length;
    const { token, blank } = model.weights;
    this.#gain = Float32Array.from(model.tokenLogs, (log) => -token * log);
    this.#gain[BLANK] = -blank;
  }

  /** @param from first frame, @param until frame after the last: frames follow those heard before. */
  hear(scores: FrameScores, from: number, until: number): void {
    const logOf = new Float32Array(this.#model.pieces.length);
    for (let frame = from; frame < until; frame++) {
      const at = frame * TOKENS_PER_FRAME;
      const tokens = scores.tokens.subarray(at, at + TOKENS_PER_FRAME);
      // Any other token is at best as likely as the last that is.
      logOf.fill(scores.logs[at + TOKENS_PER_FRAME - 1] as number);
      tokens.forEach((token, i) => {
        logOf[token] = scores.logs[at + i] as number;
      });
      for (let token = 0; token < logOf.length; token++)
        logOf[token] = (logOf[token] as number) + (this.#gain[token] as number);
      this.#hearFrame(tokens, logOf);
      this.#frame++;
    }
  }

  /** The pieces of the best sequence of words. */
  finish(): FoundPiece[] {
    let best: Hypothesis | null = null;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (const hypothesis of this.#live) {
      const score = hypothesis.score - this.#closingCost(hypothesis);
      if (score > bestScore) {
        best = hypothesis;
        bestScore = score;
      }
    }
    const pieces: FoundPiece[] = [];
    for (let trace = best?.trace ?? null; trace; trace = trace.before)
      pieces.push({ token: trace.token, frame: trace.frame, text: trace.text });
    return pieces.reverse();
  }

  #hearFrame(tokens: Uint16Array, logOf: Float32Array): void {
    this.#next = new Map();
    this.#best = Number.NEGATIVE_INFINITY;
    const model = this.#model;
    for (const hypothesis of this.#live) {
      const { history, node, afterBlank, score, trace } = hypothesis;
      this.#offer(history, node, true, score + (logOf[BLANK] as number), trace);
      const own = node >= model.nodes ? (node - model.nodes) % model.pieces.length : model.tokenAt(node);
      const place = this.#placeOf(node);
      if (!afterBlank) this.#offer(history, node, false, score + (logOf[own] as number), trace);
      for (const token of tokens) {
        if (token === BLANK || (token === own && !afterBlank)) continue;
        const heard = score + (logOf[token] as number);
        if (model.beginsWord(token)) this.#beginWord(hypothesis, token, heard);
        else if (place === TERMS_ROOT) this.#goOn(hypothesis, token, heard);
        if (place !== TERMS_ROOT) this.#goOnInTerm(hypothesis, place, token, heard);
        if (this.#terms) this.#beginTerm(this.#terms, hypothesis, token, heard);
      }
    }
    this.#live = this.#pruned();
  }

  #goOn({ history, node, trace }: Hypothesis, token: number, heard: number): void {
    const model = this.#model;
    const { weights } = model;
    if (node >= model.nodes) {
      this.#emit(history, model.nodes + token, token, heard - weights.unknownPiece, trace);
      return;
    }
    const child = model.child(node, token);
    if (child === SPELLING_ROOT || node === SPELLING_ROOT) return;
    const ahead = weights.language * (model.aheadCost(child) - model.aheadCost(node));
    this.#emit(history, child, token, heard - ahead, trace);
  }

  /** The word before ends here, if it can, and another begins. */
  #beginWord(hypothesis: Hypothesis, token: number, heard: number): void {
    const model = this.#model;
    const { weights } = model;
    const { trace } = hypothesis;
    const ended = this.#ended(hypothesis);
    if (ended === null) return;
    const { before } = ended;
    const score = heard - weights.word - ended.cost;
    const child = model.child(SPELLING_ROOT, token);
    if (child !== SPELLING_ROOT)
      this.#emit(before, child, token, score - weights.language * model.aheadCost(child), trace);
    this.#emit(before, model.nodes + token, token, score - weights.unknownWord, trace);
  }

  /** A term's first sounds may have been taken for the end of the word before. */
  #beginTerm(terms: SpokenTerms, hypothesis: Hypothesis, token: number, heard: number): void {
    const ended = this.#ended(hypothesis);
    if (ended === null) return;
    const mark = this.#model.beginsWord(token) ? 0 : MISPLACED_MARK;
    const score = heard - this.#model.weights.word - ended.cost - this.#termCost - mark;
    this.#step(terms.steps(TERMS_ROOT, token), ended.before, token, score, hypothesis.trace);
  }

  #goOnInTerm({ history, trace }: Hypothesis, place: number, token: number, heard: number): void {
    const steps = this.#terms?.steps(place, token) ?? [];
    const mark = this.#model.beginsWord(token) ? MISPLACED_MARK : 0;
    this.#step(steps, history, token, heard - mark, trace);
  }

  #step(steps: readonly Step[], history: number, token: number, score: number, before: Trace | null): void {
    const { nodes, pieces } = this.#model;
    for (const { place, cost, text } of steps) {
      if (score - cost < this.#best - BEAM) return;
      this.#emit(history, nodes + place * pieces.length + token, token, score - cost, before, text);
    }
  }

  /** The history after the word that ends here, and its remaining cost; null if none ends. */
  #ended({ history, node }: Hypothesis): { before: number; cost: number } | null {
    const model = this.#model;
    if (node === SPELLING_ROOT) return { before: history, cost: 0 };
    if (node >= model.nodes) {
      const place = this.#placeOf(node);
      const ends = place === TERMS_ROOT || this.#terms?.isEnd(place);
      return ends ? { before: START_WORD, cost: 0 } : null;
    }
    const ending = model.wordAt(node);
    if (ending < 0) return null;
    const cost = model.weights.language * (model.wordCost(history, ending) - model.aheadCost(node));
    return { before: model.follow(history, ending), cost };
  }

  #placeOf(node: number): number {
    const { nodes, pieces } = this.#model;
    return node < nodes ? TERMS_ROOT : Math.floor((node - nodes) / pieces.length);
  }

  #emit(
    history: number,
    node: number,
    token: number,
    score: number,
    before: Trace | null,
    text: string | null = null,
  ): void {
    if (score < this.#best - BEAM) return;
    const key = (history * this.#nodes + node) * 2;
    const known = this.#next.get(key);
    if (known && known.score >= score) return;
    const trace = { before, token, frame: this.#frame, text };
    if (known) {
      known.score = score;
      known.trace = trace;
    } else this.#next.set(key, { history, node, afterBlank: false, score, trace });
    if (score > this.#best) this.#best = score;
  }

  #offer(history: number, node: number, afterBlank: boolean, score: number, trace: Trace | null): void {
    if (score < this.#best - BEAM) return;
    const key = (history * this.#nodes + node) * 2 + (afterBlank ? 1 : 0);
    const known = this.#next.get(key);
    if (!known) this.#next.set(key, { history, node, afterBlank, score, trace });
    else if (known.score < score) {
      known.score = score;
      known.trace = trace;
    }
    if (score > this.#best) this.#best = score;
  }

  #pruned(): Hypothesis[] {
    const floor = this.#best - BEAM;
    const kept: Hypothesis[] = [];
    for (const hypothesis of this.#next.values()) if (hypothesis.score >= floor) kept.push(hypothesis);
    if (kept.length <= MOST_HYPOTHESES) return kept;
    kept.sort((a, b) => b.score - a.score);
    kept.length = MOST_HYPOTHESES;
    return kept;
  }

  #closingCost(hypothesis: Hypothesis): number {
    const ended = this.#ended(hypothesis);
    if (ended !== null) return ended.cost;
    return this.#placeOf(hypothesis.node) === TERMS_ROOT ? this.#model.weights.unfinished : UNFINISHED_TERM;
  }
}
