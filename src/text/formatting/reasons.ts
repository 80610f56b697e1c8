/** The reason for each word that the finished text does not have as it was said: no word goes without a reason. */
import type { TextRange } from "../../lib/text-ranges.ts";
import { splitWords } from "../words/split-words.ts";
import type { Token } from "../words/tokens.ts";
import { changedRuns } from "./changed-runs.ts";

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
  /** Which of the recognized words, from 0; none if the step sees the text as a whole. */
  places: readonly number[];
  said: string;
  /** Its written form; empty if nothing does. */
  written: string;
}

export interface FormattedText {
  text: string;
  /** In the order of the steps, and of the words within one. */
  reasons: readonly Reason[];
  /** Words that the recognizer may have misheard, if it reports them; up to `limits.unsureWords`. */
  unsure: readonly TextRange[];
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
    if (before.length === after.length && before.every((token, at) => token === after[at])) return;
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
    const [one, other] = [splitWords(before, true), splitWords(after, true)];
    for (const { said, written } of changedRuns(one, other))
      if (said[0] < said[1])
        this.#all.push({
          code,
          places: [],
          said: one.slice(...said).join(" "),
          written: other.slice(...written).join(" "),
        });
  }
}
