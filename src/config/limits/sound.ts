/** The sound of recordings: files that come in parts, and what is kept of them. */

import { DAY_MS, KIB, MIB } from "../../lib/units.ts";

export const soundLimits = {
  /** Files that come in parts: the largest that a site may accept, and what all unfinished ones may take there. */
  uploadMibMax: 64 * KIB,
  unfinishedUploadsGibMax: 64 * KIB,
  /** Of one account, unfinished. */
  uploadsOfAccount: 200,
  /** After their last byte. */
  uploadLifeMs: DAY_MS,
  uploadSweepEveryMs: 60_000,
  uploadMetadataBytes: 8 * KIB,
  /** Bytes after which what arrived is on the disk and need not be sent again after a kill. */
  uploadCheckpointBytes: 8 * MIB,
  /** Gathered before one write. */
  uploadWriteBytes: 256 * KIB,
  /** So long must a part have been silent before another connection may continue in its place. */
  uploadSilentMs: 3_000,
  uploadBusyRetrySeconds: 2,

  /** Kept sound: days, what is encrypted as one block, and read from it at once for one answer. */
  audioDaysMax: 3_650,
  audioBlockBytes: 64 * KIB,
  audioSweepEveryMs: 10 * 60_000,
  audioErasedAtOnce: 20,
  /** Of a live stream that becomes a recording, not written yet: two minutes. */
  streamSoundWaitingBytes: 4 * MIB,
  /** Of the wave: numbers a second while it is decoded, kept of a recording, and of one answer. */
  peaksPerSecond: 50,
  peaksKept: 32_768,
  peaksTold: 2_000,
  peaksToldDefault: 1_000,
  /** Of the newest settled words, sent while a recording is recognized. */
  partialTextChars: 2_000,
  /** A selection that is recognized again. */
  selectionSeconds: 300,
} as const;
