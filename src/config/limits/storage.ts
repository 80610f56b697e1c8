/** The database, what is kept in memory beside it, and the disk. */

import { KIB, MIB } from "../../lib/units.ts";

export const storageLimits = {
  /**
   * The database waits this long for another process's lock, in a server for so long with everything else standing
   * still, and gives disk back beyond this much log.
   */
  databaseBusyMs: 5_000,
  databaseBlockMs: 25,
  databaseLockRetryMs: 10,
  databaseWalBytes: 64 * MIB,
  /** How long a starting server waits for a command that looks whether one runs. */
  serverLockWaitMs: 250,
  /** How often a server writes and looks whether the file is still its own. */
  databaseWatchEveryMs: 5_000,
  /** Copies of the database from before upgrades that are kept. */
  databaseCopies: 3,
  /** Backups: pages copied at once, bytes read at once, files in one, and how large its list of them may be. */
  backupPages: 1_000,
  backupBlockBytes: 1 * MIB,
  backupFiles: 200_000,
  backupManifestBytes: 64 * MIB,
  backupIdentityBytes: 64 * 1024,
  /** How many the page lists, and after how many bytes a check says how far it is. */
  backupsListed: 200,
  backupToldBytes: 16 * MIB,
  /**
   * Buckets: how long one request and one part of a file may take, and silence while an object is read; bytes of an answer,
   * names on one page and pages; parts of one file, and how large each is at least.
   */
  bucketRequestMs: 60_000,
  bucketPartMs: 15 * 60_000,
  bucketSilenceMs: 60_000,
  bucketAnswerBytes: 4 * MIB,
  bucketPageNames: 1_000,
  bucketPages: 200,
  bucketParts: 10_000,
  bucketPartBytes: 16 * MIB,
  bucketKeyChars: 1_024,
  /** A scheduled one: how often it is looked for, when a failed one is tried again, and when somebody should look. */
  backupLookEveryMs: 60_000,
  backupRetryMs: 15 * 60_000,
  backupOverdueMs: 2 * 3600_000,
  /**
   * Monthly reports: how often it is looked whether one is due, how long after the end of its month, when a failed one is
   * tried again, how many months a server that was off catches up, and how long making one keeps others from their turn.
   */
  reportLookEveryMs: 60_000,
  reportDelayMs: 60_000,
  reportRetryMs: 15 * 60_000,
  reportsCaughtUp: 13,
  reportTurnMs: 5,
  /**
   * Examinations of the database: how often it is looked whether one is due, when the first, the next and, if it is
   * damaged, another is.
   */
  examinationLookEveryMs: 5_000,
  examinationFirstMs: 3600_000,
  examinationEveryMs: 7 * 24 * 3600_000,
  examinationAgainMs: 24 * 3600_000,
  /** The newest lines of the log: in each of two files, in memory until they are written, and how often they are. */
  recentLogBytes: 2 * MIB,
  recentLogPendingLines: 10_000,
  recentLogEveryMs: 1_000,
  /** A jump of the wall clock, against the time that the machine has run. */
  clockJumpMs: 10 * 60_000,
  /** Rows of a kind that are kept in memory until somebody writes. */
  rememberedRows: 1_000,
  /** For how long another process's write may go unseen by what is kept. */
  rememberedMs: 1,
  /** Answers for idempotency keys that may not be stored, over all accounts; beyond it the oldest are forgotten. */
  rememberedAnswerBytes: 64 * MIB,

  /** Erasing history: so many sessions, then so many freed pages, before others get a turn; and how often it is looked for. */
  erasedAtOnce: 200,
  vacuumPages: 1_000,
  erasurePauseMs: 1,
  commandErasurePauseMs: 5,
  /** A reader in another process keeps the log for as long as it reads. */
  reclaimTries: 1_000,
  sessionsExportedAtOnce: 500,
  /** Of a person's own export: what is written at once, before others have their turn. */
  exportBlockChars: 64 * KIB,
  retentionSweepEveryMs: 10 * 60_000,
  /** Free disk below which health turns `degraded` and the doctor warns, and below which uploads cannot be relied on. */
  diskLowBytes: 1024 * MIB,
  diskFullBytes: 64 * MIB,
} as const;
