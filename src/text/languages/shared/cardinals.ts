/** Cardinal numbers as every language reads them. */
import type { Words } from "./readers.ts";

export interface Cardinal {
  words: number;
  value: bigint;
  /** Set where the number ends on a word for millions or more: `2` `millionen`. */
  round: { count: bigint; word: string } | null;
}

export type CardinalReader = (words: Words, at: number) => Cardinal | null;
