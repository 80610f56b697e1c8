/** Cardinal and ordinal numbers as every language reads them. */
import type { Words } from "./readers.ts";

export interface Cardinal {
  words: number;
  value: bigint;
  /** Set where the number ends on a word for millions or more: `2` `millionen`. */
  round: { count: bigint; word: string } | null;
  /** Begins with an article: `a hundred`. */
  article?: boolean;
}

export type CardinalReader = (words: Words, at: number) => Cardinal | null;

export interface Ordinal {
  words: number;
  value: bigint;
  /** The word that carries the ending, as spoken. */
  last: string;
}

export type OrdinalReader = (words: Words, at: number) => Ordinal | null;
