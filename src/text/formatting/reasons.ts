/** What became of the words that the finished text does not have as they were said: no word goes without a reason. */
import type { Token } from "../words/tokens.ts";

export const REASON_CODES = [
  "number",
  "mark",
  "filler",
  "repetition",
  "correction",
  "command",
  "dictionary",
  "replacement",
  "instruction",
  "raw",
] as const;

/**
 * `number` any written form, such as a date or an address; `mark` spoken punctuation and layout; `correction` what the
 * speaker said anew; `command` what they took back; `raw` the text is as it was recognized, for too much of it would be lost.
 */
export type ReasonCode = (typeof REASON_CODES)[number];

export interface Reason {
  code: ReasonCode;
  /** Which of the recognized words, from 0; none where the step sees the text as a whole. */
  places: readonly number[];
  said: string;
  /** What stands for it; empty where nothing does. */
  written: string;
}

export interface FormattedText {
  text: string;
  /** In the order of the steps, and of the words within one. */
  reasons: readonly Reason[];
}

/** Collects them while the text goes from step to step. */
export class Reasons {
  readonly #all: Reason[] = [];
  readonly #spaced: boolean;

  constructor(spaced: boolean) {
    this.#spaced = spaced;
  }

  get all(): readonly Reason[] {
    return this.#all;
  }

  add(code: ReasonCode, tokens: readonly Token[], written = ""): void {
    const places = tokens.flatMap(({ at }) => at ?? []);
    if (places.length === 0) return;
    const said = tokens.map(({ text }) => text).join(this.#spaced ? " " : "");
    this.#all.push({ code, places, said, written });
  }

  /** Of a step that replaces or joins tokens, each of which keeps its place. */
  addChanged(code: ReasonCode, before: readonly Token[], after: readonly Token[]): void {
    const byPlace = new Map(after.map((token) => [token.at, token]));
    for (let at = 0; at < before.length; ) {
      const written = byPlace.get(before[at]?.at);
      let end = at + 1;
      while (end < before.length && !byPlace.has(before[end]?.at)) end += 1;
      if (written && written.text !== before[at]?.text) this.add(code, before.slice(at, end), written.text);
      at = end;
    }
  }

  /** Of a step that changes the text as a whole. */
  addRewritten(code: ReasonCode, before: string, after: string): void {
    if (before === after) return;
    for (const { said, written } of changedRuns(wordsOf(before), wordsOf(after)))
      if (said.length > 0)
        this.#all.push({ code, places: [], said: said.join(" "), written: written.join(" ") });
  }
}

/** The most words that one change may take or give; a longer one is told as the rest of the text. */
const LONGEST_CHANGE_WORDS = 40;

interface ChangedRun {
  said: string[];
  written: string[];
}

/** Where two texts differ, word by word: the nearest place at which they agree again ends a change. */
function changedRuns(before: readonly string[], after: readonly string[]): ChangedRun[] {
  const runs: ChangedRun[] = [];
  let [one, other] = [0, 0];
  while (one < before.length || other < after.length) {
    if (before[one] === after[other]) {
      one += 1;
      other += 1;
      continue;
    }
    const [said, written] = nearestAgreement(before, after, one, other);
    runs.push({ said: before.slice(one, one + said), written: after.slice(other, other + written) });
    one += said;
    other += written;
  }
  return runs;
}

function nearestAgreement(
  before: readonly string[],
  after: readonly string[],
  one: number,
  other: number,
): [said: number, written: number] {
  for (let sum = 1; sum <= LONGEST_CHANGE_WORDS; sum += 1)
    for (let said = 0; said <= sum; said += 1) {
      const [left, right] = [before[one + said], after[other + sum - said]];
      if (left !== undefined && left === right) return [said, sum - said];
    }
  return [before.length - one, after.length - other];
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== "");
}
