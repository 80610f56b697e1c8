/** Ordinals whose last word alone is inflected: `vingt-cinquième`, `пятьдесят первого`, `hundertste`. */
import type { CardinalReader } from "./cardinals.ts";
import { readOnce, type Words } from "./readers.ts";

export interface Ordinal {
  words: number;
  value: bigint;
  /** The word that carries the ending, as spoken. */
  last: string;
}

export type OrdinalReader = (words: Words, at: number) => Ordinal | null;

const LOOK_AHEAD_WORDS = 12;

/**
 * @param mostWords One where ordinals are always fused.
 * @param stems The cardinal words that an ordinal word may come from: `zwanzigste` → `zwanzig`; empty for others.
 */
export function ordinalReader(
  cardinal: CardinalReader,
  and: readonly string[],
  stems: (word: string) => readonly string[],
  mostWords = LOOK_AHEAD_WORDS,
): OrdinalReader {
  return readOnce((words, at) => {
    for (let length = 1; length <= mostWords; length++) {
      const last = words[at + length - 1];
      if (last === undefined) return null;
      for (const stem of stems(last)) {
        const spoken = [...words.slice(at, at + length - 1), ...stem.split(" ")];
        const found = cardinal(spoken, 0);
        if (found?.words === spoken.length) return { words: length, value: found.value, last };
      }
      if (!cardinal([last], 0) && !and.includes(last)) return null;
    }
    return null;
  });
}

/** Romance ordinals, each word of which is one: `vigésimo quinto`, `décima primera`. */
export function additiveOrdinalReader(values: Readonly<Record<string, number>>): OrdinalReader {
  return (words, at) => {
    let value = 0;
    let length = 0;
    let room = Number.POSITIVE_INFINITY;
    for (;;) {
      const next = values[words[at + length] ?? ""];
      if (next === undefined || next >= room) break;
      value += next;
      length++;
      // Hundreds leave room for tens, tens for units.
      room = next % 10 === 0 ? 10 ** (String(next).length - 1) : 0;
    }
    if (length === 0) return null;
    return { words: length, value: BigInt(value), last: words[at + length - 1] ?? "" };
  };
}
