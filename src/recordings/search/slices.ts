/**
 * A transcript in slices for the search. Its end follows from the ids of its segments: a word more or less leaves the
 * other slices as they are.
 */
import { limits } from "../../config/limits.ts";

/** So often a segment may end a slice that is long enough. */
const ENDS_ONE_IN = 4;

/** Whether a slice of so many words ends after this segment. */
export function endsSlice({ id }: { id: string }, words: number): boolean {
  if (words >= limits.sliceWordsMax) return true;
  return words >= limits.sliceWordsMin && Bun.hash.crc32(id) % ENDS_ONE_IN === 0;
}
