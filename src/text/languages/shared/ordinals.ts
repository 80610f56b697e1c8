/** Ordinals as every language reads them. */
import type { Words } from "./readers.ts";

export interface Ordinal {
  words: number;
  value: bigint;
  /** The word that carries the ending, as spoken. */
  last: string;
}

export type OrdinalReader = (words: Words, at: number) => Ordinal | null;
