/** Phrases that are dictated as they are spelled, the names of marks: written in the place of words that they were taken for. */
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
  writtenAt,
} from "./heard-terms.ts";
import { overlap, type Spot, spotTerms } from "./spot-terms.ts";

/** `Dash` is listened for. */
const SHORTEST = 4;

/** The most that a phrase may cost, and the least that the recording must gain by it; natural logarithms. */
const AMONG_OTHERS = { mostCost: 1.6, leastGain: 4 };
/**
 * People who dictate one mark dictate others: of 134 that were misheard in the tuning half, 116 stand in a piece with others, and
 * most of the rest end it. A short one alone is rather a word that sounds like it, however much is gained: `had come up`, `as
 * calm as`, `her mother calling`. Letters, and gains that all marks of the tuning half have.
 */
const ALONE = { mostCost: 0.3, long: 8, longAtEnd: 6, leastGain: 10, leastGainAtEnd: 20 };
/** Surely said; a long phrase sounds like nothing else. */
const SURE = { gain: 12, gainOfLong: 7 };
/** `anna_lee@mail.com` holds the mark that was named. */
const ADDRESS = /[\p{L}\p{N}][^\p{L}\p{N}\s'’,-]+[\p{L}\p{N}]/u;

/**
 * Of 228 marks in dictations and of voices that took no part in choosing this, 61 % are written right without it and 73 % with
 * it; of 12,960 sentences of prose that those voices read, two changed (the measures of `bench:spoken-terms`).
 */
export class PhraseWriter {
  readonly #aligner: Aligner;
  readonly #pieces: readonly string[];
  readonly #lists: TermLists;

  /** @param pieces what each of the network's tokens writes. */
  constructor(aligner: Aligner, pieces: readonly string[]) {
    this.#aligner = aligner;
    this.#pieces = pieces;
    this.#lists = new TermLists(pieces, SHORTEST);
  }

  async write(before: Laid, scores: FrameScores, list: readonly string[]): Promise<Laid> {
    if (list.length === 0) return before;
    const terms = this.#lists.of(list);
    const spots = bestFirst(await spotTerms(scores, terms, this.#pieces, AMONG_OTHERS.mostCost));
    const sure = spots.filter((spot) => isWritten(spot, before) || isSure(candidateFor(spot, before)));
    let laid = before;
    const written: Spot[] = [];
    for (const spot of spots) {
      if (written.some((other) => overlap(other, spot))) continue;
      if (isWritten(spot, laid)) {
        written.push(spot);
        continue;
      }
      const candidate = candidateFor(spot, laid);
      if (candidate.words.some((word) => ADDRESS.test(word) || terms.has(lettersOf([word])))) continue;
      const others = sure.filter((other) => !overlap(other, spot));
      const amongOthers = others.some(
        (other) => isWritten(other, before) || lettersIn(other) >= ALONE.longAtEnd || isSure(candidate),
      );
      if (!isSaid(candidate, laid.words.length, amongOthers)) continue;
      const changed = replaced(this.#aligner, laid, scores, candidate, spot.term);
      if (changed === null) continue;
      laid = changed;
      written.push(spot);
    }
    return laid === before ? before : setApart(laid, written);
  }
}

/** @param count of the words. */
function isSaid(candidate: Candidate, count: number, amongOthers: boolean): boolean {
  const { spot, gain, first, until } = candidate;
  if (amongOthers) return gain > AMONG_OTHERS.leastGain;
  const length = lettersIn(spot);
  const isAtEnd = first > 0 && until === count;
  if (spot.cost > ALONE.mostCost || length < (isAtEnd ? ALONE.longAtEnd : ALONE.long)) return false;
  return gain > (length < ALONE.long ? ALONE.leastGainAtEnd : ALONE.leastGain);
}

function isSure({ spot, gain }: Candidate): boolean {
  return gain > (lettersIn(spot) >= ALONE.long ? SURE.gainOfLong : SURE.gain);
}

function lettersIn({ term }: Spot): number {
  return lettersOf([term]).length;
}

/** Someone who says `the comma after it` talks of the mark. */
const NAMES_A_THING = /^(?:an?|the|this|that|each|every|my|your|our)$/i;

/** Between commas, as a recognizer with marks writes what is no part of its sentence. */
function setApart(laid: Laid, spots: readonly Spot[]): Laid {
  const words = [...laid.words];
  const endWithComma = (at: number) => {
    const word = words[at];
    if (word !== undefined && /[\p{L}\p{N}]$/u.test(word)) words[at] = `${word},`;
  };
  for (const spot of spots) {
    const place = writtenAt(spot, laid);
    if (place === null || NAMES_A_THING.test(words[place.first - 1] ?? "")) continue;
    endWithComma(place.first - 1);
    if (place.until < words.length) endWithComma(place.until - 1);
  }
  return { ...laid, words };
}
