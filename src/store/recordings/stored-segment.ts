/** Times are milliseconds from the beginning of the recording. */
export interface StoredSegment {
  id: string;
  /** N of `spk_N`. */
  speaker: number | null;
  startMs: number;
  endMs: number;
  /** JSON; `recordings/segments/stored.ts` says what is in it. */
  words: string;
}
