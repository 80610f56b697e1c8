/** Administration of the server in the browser. */
import { MIB } from "../../lib/units.ts";

export const administrationLimits = {
  /** Long actions that were started: how many run at once, how many are remembered, how often progress is reported. */
  tasksAtOnce: 4,
  tasksKept: 50,
  tasksRetrySeconds: 10,
  taskProgressMs: 1_000,
  /** Slices of a person's erasure between two counts of what is left. */
  erasureProgressEvery: 10,

  /** Lines of an imported table that are looked at, and that are written in one transaction, before others have a turn. */
  importLinesAtOnce: 50,
  importWritesAtOnce: 10,
  /** Set-up links that one request makes, and those that it makes between two turns of others. */
  setupLinksAtOnce: 1_000,
  setupLinksInTransaction: 10,

  /** The view of work that waits for recognition: how often administrators see it anew, and how many jobs of it. */
  recognitionViewMs: 1_000,
  recognitionViewJobs: 100,
  /** A GPU's memory: how often its driver's tool is asked, and for how long it may think. */
  gpuMemoryReadMs: 5_000,
  gpuMemoryAnswerMs: 2_000,

  /** The process in which a pack arrives: its memory, a line of what it says, and how much of its last words is kept. */
  packHostMemoryBytes: 512 * MIB,
  packHostLineChars: 100_000,
  packHostStderrBytes: 2_000,
  /** Mirrors that packs may be installed from, and packs that one search of the catalogue lists. */
  packMirrors: 10,
  packSearchChars: 200,
  /** Packs that an administrator chooses for a language. */
  modelRoutePacks: 10,
  /** Effects of a change of policies are counted up to this number. */
  policyEffectMost: 10_000,
  /** Languages that an organization allows, in a request. */
  allowedLanguages: 200,
  languageCodeChars: 20,
  /**
   * Lines after which a verification says how far it is, and after which it rests: 0.3 ms of work; lines of an export that
   * are written at once.
   */
  auditLinesTold: 10_000,
  auditLinesVerifiedAtOnce: 40,
  auditVerificationRestMs: 0.05,
  auditLinesExportedAtOnce: 25,
  /** Keys and certificates that end within so many days are listed, and so many keys; accounts with limits of their own. */
  expiringDays: 30,
  expiringListed: 200,
  limitedAccountsListed: 1_000,
  /** Bounds for a command of tiro that the server runs: its output, and how long it may take. */
  ownChildOutputBytes: 16 * MIB,
  ownCommandMs: 5 * 60_000,
} as const;
