/**
 * Which words of one stretch of speech are final, as it is decoded again and again while it grows. Words are final where two
 * decodes agree on them, or where a decode ends in silence; they are never taken back. Which words of a decode are new is
 * found by its words, not by their times, which move from decode to decode: by times alone, words came out twice.
 */
import { editDistance } from "../../../lib/edit-distance.ts";
import { comparedWord } from "../../repetitions.ts";
import type { SpacedWord } from "../words.ts";

/** A word that ends this close to where a decode ends may have been cut, unless silence follows. */
const EDGE_SECONDS = 0.2;
/** The cost of matching words that are a second apart; a wrong word costs 1. */
const COST_PER_SECOND = 0.5;
/** If a stretch was cut in running speech, a decode may begin with a piece of a word. */
const LEADING_COST = 0.4;
/** A word that was said is rather heard as another one than not at all: otherwise that one would be reported as well. */
const MISSING_COST = 1.1;

export interface Heard {
  words: readonly SpacedWord[];
  /** Where the decoded audio ends. */
  untilSeconds: number;
  /** Whether the times are the words' own; otherwise they are spread over the audio, and say little. */
  isTimed: boolean;
  /**
   * How much is final: all words; all but those at the edge; those that were heard twice; or, of a model that takes nothing
   * back, all but the last, which may continue.
   */
  final: "all" | "before the edge" | "heard twice" | "all but the last";
  holdBackSeconds: number;
}

export interface Told {
  /** New final words. */
  final: SpacedWord[];
  /** After them, and may still change. */
  grey: SpacedWord[];
}

export class Agreement {
  #said: SpacedWord[];
  /** Words of the last decode after the final words. */
  #rest: readonly SpacedWord[] = [];

  /** @param said final words of this stretch. */
  constructor(said: readonly SpacedWord[] = []) {
    this.#said = [...said];
  }

  /** Final words that lie in the stretch. */
  get said(): readonly SpacedWord[] {
    return this.#said;
  }

  take(heard: Heard): Told {
    const rest = heard.words.slice(spokenBefore(this.#said, heard.words, heard.isTimed));
    const whole =
      heard.final === "all" || heard.final === "all but the last" ? rest.length : wholeWords(rest, heard);
    const finals = this.#finals(rest.slice(0, whole), heard).map((word) => ({ ...word }));
    for (const word of finals) {
      word.startSeconds = Math.max(word.startSeconds, this.#said.at(-1)?.endSeconds ?? 0);
      word.endSeconds = Math.max(word.startSeconds, word.endSeconds);
      this.#said.push(word);
    }
    this.#rest = rest.slice(finals.length);
    return { final: finals, grey: rest.slice(finals.length, whole) };
  }

  /** The stretch begins later from now on. */
  moveTo(seconds: number): void {
    const first = this.#said.findIndex(({ startSeconds }) => startSeconds >= seconds);
    this.#said = first < 0 ? [] : this.#said.slice(first);
  }

  #finals(words: SpacedWord[], heard: Heard): SpacedWord[] {
    if (heard.final === "heard twice") return this.#agreed(words, heard);
    if (heard.final !== "all but the last") return words;
    const latest = heard.untilSeconds - heard.holdBackSeconds;
    const held = words.findIndex(({ endSeconds }) => endSeconds > latest);
    return words.slice(0, Math.max(Math.min(words.length - 1, held < 0 ? words.length : held), 0));
  }

  #agreed(words: SpacedWord[], { untilSeconds, holdBackSeconds }: Heard): SpacedWord[] {
    const differs = words.findIndex(
      (word, i) =>
        comparedWord(word.text) !== comparedWord(this.#rest[i]?.text ?? "") ||
        word.endSeconds > untilSeconds - holdBackSeconds,
    );
    return differs < 0 ? words : words.slice(0, differs);
  }
}

/** How many words surely are not cut by the end of the audio. */
function wholeWords(words: readonly SpacedWord[], { untilSeconds, isTimed }: Heard): number {
  if (!isTimed) return Math.max(words.length - 1, 0);
  let count = words.length;
  while (count > 0 && (words[count - 1] as SpacedWord).endSeconds > untilSeconds - EDGE_SECONDS) count--;
  return count;
}

/** How many words of a decode, at its begin, are those that were said: by the cheapest alignment of all of them. */
export function spokenBefore(
  said: readonly SpacedWord[],
  heard: readonly SpacedWord[],
  isTimed: boolean,
): number {
  if (said.length === 0) return 0;
  let row = Array.from({ length: heard.length + 1 }, (_, j) => j * LEADING_COST);
  for (const word of said) {
    const next = [(row[0] as number) + MISSING_COST];
    heard.forEach((other, j) => {
      const taken = (row[j] as number) + difference(word, other, isTimed);
      next.push(Math.min(taken, (row[j + 1] as number) + MISSING_COST, (next[j] as number) + 1));
    });
    row = next;
  }
  return row.lastIndexOf(Math.min(...row));
}

function difference(one: SpacedWord, other: SpacedWord, isTimed: boolean): number {
  const [a, b] = [comparedWord(one.text), comparedWord(other.text)];
  const unlike = a === b ? 0 : editDistance(a, b) / Math.max(a.length, b.length, 1);
  const apart = isTimed ? Math.min(Math.abs(one.endSeconds - other.endSeconds), 1) * COST_PER_SECOND : 0;
  return unlike + apart;
}
