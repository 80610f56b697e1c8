/** The library of recordings. */

import { KIB, MIB } from "../../lib/units.ts";

export const libraryLimits = {
  recordingNameChars: 200,
  recordingTags: 20,
  recordingTagChars: 50,
  /** Of one owner; and of one recording or folder, people with whom it is shared. */
  recordingFolders: 1_000,
  recordingShares: 500,
  /** How many of them a recording lists; the rest is a number. */
  recordingSharesTold: 20,
  /** Changed by one call. */
  recordingsAtOnce: 200,

  /** A transcript: words of a segment, which is what changes as one; characters of a word; speakers, and their names. */
  segmentWords: 200,
  transcriptWordChars: 200,
  transcriptSpeakers: 1_000,
  speakerNameChars: 100,
  /** Of all its times: a day and a half is more than any file that is accepted. */
  transcriptSeconds: 1.5 * 86_400,
  /** Of one save: runs of segments, segments in them, and what its body may be: more would keep others from their turn. */
  transcriptChanges: 200,
  transcriptChangedSegments: 400,
  transcriptBodyBytes: 4 * MIB,
  transcriptBodyValues: 26_000,
  /** Segments of a page. */
  transcriptPageDefault: 200,
  transcriptPageMax: 1_000,
  /** Saves of a few words are entered together: so many at most, each of so many characters. */
  savesEnteredAtOnce: 20,
  savedWordsChars: 1_000,
  /** Saves that can be taken back; the oldest beyond them are forgotten. */
  revisionsKept: 2_000,
  /** How often a save that merges, or a look at a revision, begins if others saved meanwhile each time. */
  transcriptBeginnings: 20,
  /** Of a revision that is brought back, stored words in one transaction; more are several saves. */
  restoredCharsAtOnce: 128 * KIB,
  /** How long work on one transcript keeps others from their turn. */
  transcriptTurnMs: 2,

  /**
   * Search: the least and the most words of a slice, and the most of one with whose recordings a search looks, and how many
   * in one turn; how long after a change the words are indexed, and how often it is looked.
   */
  sliceWordsMin: 100,
  sliceWordsMax: 400,
  searchedOwners: 100,
  recordingsSearchedAtOnce: 25,
  indexPauseMs: 10_000,
  indexLookMs: 1_000,
  indexedAtOnce: 20,
  segmentsIndexedAtOnce: 50,
  /** Rows of a kind that are erased before others get a turn. */
  segmentsErasedAtOnce: 200,
  slicesErasedAtOnce: 10,
  segmentsExportedAtOnce: 200,
  editsReadAtOnce: 50,
  /** The list of tags: of how many of the newest recordings that have any, and how many are listed. */
  taggedRecordingsRead: 2_000,
  tagsTold: 200,
} as const;
