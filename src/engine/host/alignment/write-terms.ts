/** Terms that were said, written in the place of words that a recognizer took them for. */
import type { DecodeOptions } from "../backends/backend.ts";
import { misheardCost } from "../word-search/letter-costs.ts";
import type { FrameScores } from "../word-search/spelt-scores.ts";
import { TermLists } from "../word-search/term-lists.ts";
import type { AlignedWord, Aligner, Alignment } from "./aligner.ts";
import { overlap, type Spot, spotTerms } from "./spot-terms.ts";

/** Words, and how they lie on the scores. */
export interface Laid {
  words: readonly string[];
  alignment: Alignment;
}

export type WantedTerms = Pick<DecodeOptions, "hotwords" | "phrases">;
const NONE: readonly string[] = [];

/** A term beside the words that it may stand for: from `first` up to `until`; none if it was left out. */
interface Candidate {
  spot: Spot;
  words: readonly string[];
  first: number;
  until: number;
  /** How much likelier the recording becomes with the term (`Alignment.gain`). */
  gain: number;
  /** The mean of the words' scores. */
  score: number;
}

/** Which of the terms that were heard are written: how far a search goes, and what it takes. */
interface Kind {
  mostCost: number;
  /** Whether the words' own marks outlast them. */
  keepsMarks: boolean;
  /** Whether it is worth weighing at all, whatever the words. @param among how many terms are listened for. */
  mayBeSaid(spot: Spot, among: number): boolean;
  isSaid(candidate: Candidate, among: number, isKnown: (word: string) => boolean): boolean;
}

/** So much of a word's time belongs to a term that is written in its place. */
const SHARED_TIME = 0.4;
const SHORTEST_WORD_SECONDS = 0.05;
/** So many words share the time of one term, and so many more on either side may be part of what was misheard. */
const MOST_WORDS = 4;
const REACH = 1;
/** The least gain of a replaced word, in natural logarithms. */
const WORD_LOST = 4;

/** The least gain of a phrase, in natural logarithms: of the marks found in the tuning half, 97 % gain more. */
const PHRASE_GAIN = 5;

/**
 * Phrases that are spelled as they are said. Of 228 marks in dictations and of voices that took no part in choosing this, 62 %
 * are written right without it and 73 % with it (`bench:spoken-terms`); of 79 recordings of people one changed, in which a mark
 * was named. The network must have heard the phrase itself: of 111 marks of the tuning half, 106 cost nothing. With a cost of up
 * to 2, a mark was written in two of 600 sentences of prose; with this, in three of 2,569 read by voices that took no part.
 */
const PHRASES: Kind = {
  mostCost: 0.3,
  keepsMarks: false,
  mayBeSaid: () => true,
  isSaid: ({ gain }) => gain > PHRASE_GAIN,
};

/** A word that the network hears as well as this was said; in natural logarithms for each piece. */
const HEARD_WELL = -0.6;
const GAIN = { least: -20, most: 10 };
const WORST_SCORE = -6;
/**
 * The logarithm of the odds that a name was said: logistic regression on the names of the tuning list, spoken by five synthetic
 * voices, and on sentences of prose with the names of two lists. Far more than even odds are asked for: a wrong name is worse than
 * a misspelt one. The more names are listened for, the more of them sound like something that was said by chance, so that each must
 * be the likelier: whatever their number, about as many sentences without them change.
 */
const NAME_ODDS = {
  base: -7.43 - 1.6,
  costPerLetter: -3.35,
  gain: 0.065,
  misheardPerLetter: -0.69,
  letters: 5.56,
  score: -0.3,
  unknown: 0.82,
};
/** With fewer names no more is risked. */
const FEW_NAMES = 24;

const NAMES: Kind = {
  mostCost: 14,
  keepsMarks: true,
  mayBeSaid: (spot, among) =>
    nameOdds(spot, { among, gain: GAIN.most, misheard: 0, score: WORST_SCORE, unknown: 1 }) > 0,
  isSaid({ spot, words, gain, score }, among, isKnown) {
    if (words.length === 0 || score > HEARD_WELL) return false;
    const parts = words.flatMap((word) => word.split("-"));
    const unknown = parts.every(isKnown) ? 0 : 1;
    // `Margaret` stays though `Margret` sounds alike.
    if (parts.length === 1 && unknown === 0) return false;
    const misheard = misheardCost(lettersOf(words), lettersOf([spot.term]));
    return nameOdds(spot, { among, gain, misheard, score, unknown }) > 0;
  },
};

interface NameSigns extends Pick<Candidate, "gain" | "score"> {
  among: number;
  /** The cost of taking the letters of the words for those of the name. */
  misheard: number;
  /** 1 if one of the words is none that people use. */
  unknown: 0 | 1;
}

function nameOdds({ term, cost }: Spot, { among, gain, score, misheard, unknown }: NameSigns): number {
  const { length } = lettersOf([term]);
  const bounded = Number.isFinite(gain) ? Math.min(Math.max(gain, GAIN.least), GAIN.most) : 0;
  return (
    NAME_ODDS.base +
    (NAME_ODDS.costPerLetter * cost) / length +
    NAME_ODDS.gain * bounded +
    (NAME_ODDS.misheardPerLetter * misheard) / length +
    NAME_ODDS.letters * Math.log(length) +
    NAME_ODDS.score * Math.max(score, WORST_SCORE) +
    NAME_ODDS.unknown * unknown -
    Math.log(Math.max(among, FEW_NAMES) / FEW_NAMES)
  );
}

export class TermWriter {
  readonly #aligner: Aligner;
  readonly #pieces: readonly string[];
  readonly #isKnown: (word: string) => boolean;
  readonly #lists: TermLists;

  /**
   * @param pieces what each of the network's tokens writes.
   * @param find the number of a word, in lower case, in a list of those that people use; below 0 for none.
   */
  constructor(aligner: Aligner, pieces: readonly string[], find: (word: string) => number) {
    this.#aligner = aligner;
    this.#pieces = pieces;
    this.#lists = new TermLists(pieces);
    this.#isKnown = (word) => {
      const letters = withoutMarks(word);
      return letters === "" || find(letters) >= 0;
    };
  }

  /** @param options whose hotwords are names as they are written, and whose phrases are written in lower case. */
  async write(laid: Laid, scores: FrameScores, { hotwords, phrases = NONE }: WantedTerms): Promise<Laid> {
    return this.#write(await this.#write(laid, scores, phrases, PHRASES), scores, hotwords, NAMES);
  }

  async #write(before: Laid, scores: FrameScores, list: readonly string[], kind: Kind): Promise<Laid> {
    if (list.length === 0) return before;
    const terms = this.#lists.of(list);
    let laid = before;
    const written: Spot[] = [];
    const spots = bestFirst(await spotTerms(scores, terms, this.#pieces, kind.mostCost));
    for (const spot of spots) {
      if (!kind.mayBeSaid(spot, terms.count) || written.some((other) => overlap(other, spot))) continue;
      if (isWritten(spot, laid)) {
        written.push(spot);
        continue;
      }
      const candidate = candidateFor(spot, laid);
      if (candidate.words.some((word) => terms.has(lettersOf([word])))) continue;
      if (!kind.isSaid(candidate, terms.count, this.#isKnown)) continue;
      const changed = this.#replaced(laid, scores, candidate, kind.keepsMarks);
      if (changed === null) continue;
      laid = changed;
      written.push(spot);
    }
    return laid;
  }

  #replaced(
    { words }: Laid,
    scores: FrameScores,
    { spot, first, until, ...old }: Candidate,
    keepsMarks: boolean,
  ) {
    const text = keepsMarks ? withMarksOf(old.words, spot.term) : spot.term;
    const changed = words.toSpliced(first, until - first, ...text.split(" "));
    const alignment = this.#aligner.align(scores, changed);
    return alignment && { words: changed, alignment };
  }
}

/** The allowed cost of one more letter: `semicolon` goes before the `colon` in it. */
const LETTER = 2;

function bestFirst(spots: readonly Spot[]): Spot[] {
  return spots.toSorted((a, b) => a.cost - b.cost - LETTER * (a.term.length - b.term.length));
}

/** Those of the words around the term's time by which the recording becomes likeliest. */
function candidateFor(spot: Spot, { words, alignment }: Laid): Candidate {
  const replacement = spot.term.split(/[\s-]+/u);
  const [from, to] = placeOf(spot, alignment.words);
  let best = { first: from, until: to, gain: alignment.gain(from, to, replacement) };
  let most = best.gain - WORD_LOST * (to - from);
  for (let first = Math.max(from - REACH, 0); first <= to; first++)
    for (let until = Math.max(first, from); until <= Math.min(to + REACH, words.length); until++) {
      const gain = alignment.gain(first, until, replacement);
      if (gain - WORD_LOST * (until - first) <= most) continue;
      best = { first, until, gain };
      most = gain - WORD_LOST * (until - first);
    }
  const scores = alignment.words.slice(best.first, best.until).map(({ score }) => score);
  const score = scores.reduce((sum, each) => sum + each, 0) / Math.max(scores.length, 1);
  return { spot, words: words.slice(best.first, best.until), ...best, score };
}

/** Whether the words say it already, there or beside its place. */
function isWritten(spot: Spot, { words, alignment }: Laid): boolean {
  const term = lettersOf([spot.term]);
  const [from, to] = placeOf(spot, alignment.words);
  for (let first = Math.max(from - REACH, 0); first <= to; first++)
    for (let until = first + 1; until <= to + REACH; until++)
      if (lettersOf(words.slice(first, until)) === term) return true;
  return false;
}

/** From the first to after the last of the words that the term shares time with; where it begins if there are none. */
function placeOf(spot: Spot, words: readonly AlignedWord[]): [first: number, until: number] {
  const shared = words.map(({ startSeconds, endSeconds }) => {
    const seconds = Math.min(endSeconds, spot.endSeconds) - Math.max(startSeconds, spot.startSeconds);
    return seconds > SHARED_TIME * Math.max(endSeconds - startSeconds, SHORTEST_WORD_SECONDS);
  });
  const first = shared.indexOf(true);
  if (first >= 0) return [first, Math.min(shared.lastIndexOf(true) + 1, first + MOST_WORDS)];
  const behind = words.findIndex(({ startSeconds }) => startSeconds >= spot.startSeconds);
  const place = behind < 0 ? words.length : behind;
  return [place, place];
}

function lettersOf(words: readonly string[]): string {
  return words
    .join("")
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}

/** In lower case; without its genitive. */
function withoutMarks(word: string): string {
  return word
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[^a-z']/g, "")
    .replace(/'s?$/, "");
}

/** The marks before the first word and after the last one, and its genitive. */
function withMarksOf(words: readonly string[], term: string): string {
  const [before = ""] = /^["“”„‘([{¿¡]*/u.exec(words[0] ?? "") ?? [];
  const [after = ""] = /(?:['’]s)?[.,!?;:…"”’)\]}]*$/u.exec(words.at(-1) ?? "") ?? [];
  return before + term + after;
}
