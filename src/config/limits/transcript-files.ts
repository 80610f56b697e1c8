/** Transcripts as files: exports and imports. */

import { MIB } from "../../lib/units.ts";

export const transcriptFileLimits = {
  /** Rules of subtitles that can be chosen. */
  subtitleLineCharsMin: 16,
  subtitleLineCharsMax: 100,
  subtitleLinesMax: 3,
  subtitleCharsPerSecondMin: 5,
  subtitleCharsPerSecondMax: 50,
  subtitleSecondsMin: 0.2,
  subtitleSecondsMax: 5,
  /** Names of speakers that are offered, and from how many of the newest recordings. */
  speakerNamesTold: 20,
  namedRecordingsRead: 500,

  /**
   * Of one import: its body and the transcript in it; paragraphs or cues; words, which are stored in one transaction
   * (four hours have 60,000 at the fastest).
   */
  importBodyBytes: 9 * MIB,
  importedChars: 8 * MIB,
  importedBlocks: 20_000,
  /** Of those, once neighbours of one speaker are one: rows of one transaction. */
  importedSegments: 6_000,
  importedWords: 80_000,
  /** Read at once: of JSON, the largest segment; of text, the longest paragraph. Longer ones are cut. */
  importedElementChars: 1 * MIB,
  importedBlockChars: 1_500,
} as const;
