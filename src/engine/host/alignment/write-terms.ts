/** Terms that were said, written in the place of words that a recognizer took them for. */
import type { DecodeOptions } from "../backends/backend.ts";
import { misheardCost } from "../word-search/letter-costs.ts";
import type { FrameScores } from "../word-search/spelt-scores.ts";
import { TermLists } from "../word-search/term-lists.ts";
import type { Aligner } from "./aligner.ts";
import {
  bestFirst,
  type Candidate,
  candidateFor,
  isWritten,
  type Laid,
  lettersOf,
  replaced,
} from "./heard-terms.ts";
import { overlap, type Spot, spotTerms } from "./spot-terms.ts";
import { PhraseWriter } from "./write-phrases.ts";

export type WantedTerms = Pick<DecodeOptions, "hotwords" | "phrases">;
const NONE: readonly string[] = [];

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

/** How far the search for names goes. */
const MOST_NAME_COST = 14;

/** Whether it is worth weighing at all, whatever the words. @param among how many names are listened for. */
function mayBeNamed(spot: Spot, among: number): boolean {
  return nameOdds(spot, { among, gain: GAIN.most, misheard: 0, score: WORST_SCORE, unknown: 1 }) > 0;
}

function isNamed(
  { spot, words, gain, score }: Candidate,
  among: number,
  isKnown: (word: string) => boolean,
): boolean {
  if (words.length === 0 || score > HEARD_WELL) return false;
  const parts = words.flatMap((word) => word.split("-"));
  const unknown = parts.every(isKnown) ? 0 : 1;
  // `Margaret` stays though `Margret` sounds alike.
  if (parts.length === 1 && unknown === 0) return false;
  const misheard = misheardCost(lettersOf(words), lettersOf([spot.term]));
  return nameOdds(spot, { among, gain, misheard, score, unknown }) > 0;
}

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
  readonly #phrases: PhraseWriter;

  /**
   * @param pieces what each of the network's tokens writes.
   * @param find the number of a word, in lower case, in a list of those that people use; below 0 for none.
   */
  constructor(aligner: Aligner, pieces: readonly string[], find: (word: string) => number) {
    this.#aligner = aligner;
    this.#pieces = pieces;
    this.#lists = new TermLists(pieces);
    this.#phrases = new PhraseWriter(aligner, pieces);
    this.#isKnown = (word) => {
      const letters = withoutMarks(word);
      return letters === "" || find(letters) >= 0;
    };
  }

  /** @param options whose hotwords are names as they are written, and whose phrases are written in lower case. */
  async write(laid: Laid, scores: FrameScores, { hotwords, phrases = NONE }: WantedTerms): Promise<Laid> {
    return this.#writeNames(await this.#phrases.write(laid, scores, phrases), scores, hotwords);
  }

  async #writeNames(before: Laid, scores: FrameScores, list: readonly string[]): Promise<Laid> {
    if (list.length === 0) return before;
    const terms = this.#lists.of(list);
    let laid = before;
    const written: Spot[] = [];
    for (const spot of bestFirst(await spotTerms(scores, terms, this.#pieces, MOST_NAME_COST))) {
      if (!mayBeNamed(spot, terms.count) || written.some((other) => overlap(other, spot))) continue;
      if (isWritten(spot, laid)) {
        written.push(spot);
        continue;
      }
      const candidate = candidateFor(spot, laid);
      if (candidate.words.some((word) => terms.has(lettersOf([word])))) continue;
      if (!isNamed(candidate, terms.count, this.#isKnown)) continue;
      const changed = replaced(
        this.#aligner,
        laid,
        scores,
        candidate,
        withMarksOf(candidate.words, spot.term),
      );
      if (changed === null) continue;
      laid = changed;
      written.push(spot);
    }
    return laid;
  }
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
