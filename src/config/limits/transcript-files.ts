/** Transcripts as files: exports and imports. */

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
} as const;
