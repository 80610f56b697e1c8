/** Requests and answers: what the contract bounds, bodies, pages, waits and retries. */

import { DAY_MS, KIB, MIB } from "../../lib/units.ts";

export const requestLimits = {
  /** Contract: Limits. */
  transcriptionFileBytes: 256 * MIB,
  transcriptionDurationSeconds: 4 * 3600,
  dictationDurationSeconds: 600,
  /** Ten minutes take 18.4 MiB; the error for a little longer ones still names their length. */
  dictationFileBytes: 20 * MIB,
  minimumDurationSeconds: 0.01,
  answerDeadlineMs: 210_000,
  idempotencyKeyChars: 255,
  idempotencyRetentionMs: DAY_MS,
  clientRequestIdChars: 512,
  /** Answers of the API that are compressed: shorter ones gain nothing, longer ones would hold a processor; and how many at once. */
  compressedFromBytes: KIB,
  compressedUpToBytes: 16 * MIB,
  compressionsAtOnce: 8,
  /** Of the languages that packs are recommended for. */
  recommendedLanguagesChars: 500,
  /** Of a path; the longest route has 6. */
  pathSegments: 10,
  jobQueuedMs: 72 * 3600_000,
  keysPerAccount: 30,

  /**
   * Streams of events: how many at once in all and of one person (whose browser may have several tabs without a
   * secure context), how long one lasts, and what may wait in it for a client that does not read.
   */
  eventStreams: 2_000,
  eventStreamsPerPerson: 20,
  /** Of one key or app, and of all that act through one account; and those that only browsers may take. */
  eventStreamsPerCredential: 200,
  eventStreamsPerAccount: 400,
  eventStreamsForBrowsers: 500,
  eventStreamMs: 3600_000,
  eventStreamBytes: 64 * KIB,
  eventStreamsRetrySeconds: 30,
  /** They are looked after some at a time. */
  eventStreamsAtOnce: 50,
  eventHeartbeatMs: 15_000,
  /** How often it is looked whose time is over: nobody listens for longer than a second after it. */
  eventAdmissionLookMs: 500,
  eventRetryMs: 3_000,
  /** Kept for clients that reconnect: so many events of a topic, for so long after it left. */
  eventsRemembered: 100,
  eventResumeMs: 10 * 60_000,
  eventSweepMs: 60_000,
  /** A job's progress is reported this often at most. */
  eventProgressMs: 1_000,

  pageSizeDefault: 25,
  /** Dictations that come with the app's page, which is not compressed: as many as a phone shows, and a few more. */
  sessionsWithPage: 20,
  pageSizeMax: 100,
  cursorChars: 2048,
  cursorAgeMs: 30 * DAY_MS,
  searchQueryChars: 500,
  feedbackMessageChars: 5_000,
  correctedTextChars: 40_000,
  /** A session's text as somebody corrected it: what ten dictations of ten minutes make. */
  sessionTextChars: 100_000,
  customizationOperations: 100,
  /** Around the cursor, and the selection. */
  surroundingTextChars: 6_000,
  elementDescriptionChars: 1_000,
  appNameChars: 255,
  speakers: 8,
  billingMinimumSeconds: 10,
  invoiceNumberDigits: 6,

  /**
   * How many of the newest texts are searched for repeated corrections, in how many one must be, the most shown, and the
   * most that are kept as unwanted.
   */
  suggestionTexts: 200,
  suggestionEdits: 100,
  suggestionEditBytes: 32 * KIB,
  suggestionRepeats: 2,
  suggestions: 10,
  suggestionsDismissed: 500,
  /** Of what a replacement would change: places shown, characters around each, and texts and slices of recordings looked through. */
  previewPlaces: 20,
  previewContextChars: 50,
  previewTexts: 200,
  previewTextChars: 2_000_000,
  /** Customizations of one person. */
  dictionaryWordChars: 100,
  dictionaryWords: 5_000,
  /** Undecided proposals for an organization's dictionary, of all its members and of one. */
  dictionaryProposals: 500,
  dictionaryProposalsOfMember: 50,
  replacementFromChars: 200,
  replacementToChars: 2_000,
  replacements: 2_000,
  /** Of all of them together: what reads and writes them never holds others up. */
  replacementsChars: 500_000,
  customInstructionsChars: 10_000,
  /** Templates of one person, or of one organization, and their characters together. */
  templates: 200,
  templateNameChars: 80,
  templateChars: 10_000,
  templatesChars: 400_000,
  /** That one dictation may insert. */
  templatesInserted: 5,
  /** As tables: so many characters, a few bytes around each line; and the faults after which reading one ends. */
  dictionaryTableBytes: 3 * MIB,
  replacementsTableBytes: 3 * MIB,
  tableFaults: 1_000,
  /** Names in the first line of a table, and bytes of a line; how long reading one keeps others from their turn. */
  tableColumns: 50,
  tableLineBytes: 32 * KIB,
  tableTurnMs: 2,
  /** The title of a session in lists and search results, in characters; longer words are searched by their beginning. */
  titleChars: 60,
  previewChars: 140,
  snippetChars: 160,
  searchTermChars: 40,
  /** Of the history that a search looks through: characters of texts at once, and how long it keeps others from their turn. */
  searchedCharsAtOnce: 20_000,
  searchedTextTurnMs: 2,

  /** Search in the manual: sections listed, and how much is shown of each, in characters. */
  manualHits: 40,
  manualSnippetChars: 220,
  /** How long making the manual and the page of the API keeps others from their turn. */
  documentTurnMs: 5,

  /**
   * MCP: one message holds at most a corrected text, each character of it escaped; batches exist in the older versions only.
   * Arguments have few members, so that checking them costs little. Terms of a dictionary are read page by page.
   */
  mcpMessageBytes: 1 * MIB,
  mcpMessageValues: 5_000,
  mcpBatchMessages: 20,
  mcpArgumentElements: 1_000,
  mcpTermsPageDefault: 200,
  mcpTermsPageMax: 1_000,

  /** Multipart bodies: everything that is not the file. */
  fieldBytes: 64 * KIB,
  fieldNameBytes: 128,
  fields: 32,
  multipartOverheadBytes: 1 * MIB,
  /** Of an upload at once: how long the event loop is held by one. */
  uploadBlockBytes: 64 * 1024,
  /** The same before its file begins: this much may hold a part with every few bytes. */
  fieldBlockBytes: 4 * 1024,
  promptChars: 16_000,
  jsonBodyBytes: 1 * MIB,
  /** Values in a body of JSON (`JsonExtent`), and how deep they may lie: no request needs more than 500 values. */
  jsonBodyValues: 2_000,
  jsonDepth: 64,
  /** Of any other body at once. */
  bodyBlockBytes: 64 * KIB,
  bodyTurnMs: 2,
  partHeaderBytes: 16 * KIB,
  uploadStallMs: 30_000,
  /** So long may an upload into memory fall short of its slowest rate (`limits.min_upload_kib_per_second`). */
  uploadPaceMs: 30_000,
  uploadMs: 3600_000,
  /** For all of one that is held in memory, other than a dictation. */
  uploadInMemoryMs: 15 * 60_000,

  /** What `Retry-After` says, in seconds, if nothing better is known. */
  queueFullRetrySeconds: 10,
  storedJobsRetrySeconds: 60,
  storageRetrySeconds: 30,
  shutdownRetrySeconds: 5,
  memoryFilesRetrySeconds: 5,
  memoryUploadsRetrySeconds: 2,
  slowUploadRetrySeconds: 1,
  passwordHashRetrySeconds: 1,
  concurrencyRetrySeconds: 1,
  defaultRetrySeconds: 1,
  jobPollSeconds: 2,
  /** Requests per minute are counted in this window; accounts at rest are forgotten once so many are counted. */
  rateWindowMs: 60_000,
  rateWindowsKept: 1_024,
  /** Silence on a connection: longer than proxies keep an idle one (nginx: 60 s), so that they close first. */
  connectionIdleSeconds: 75,
  lastAnswersMs: 1_000,
  /** How long browsers remember what pages of other origins may do. */
  preflightSeconds: 86_400,
  mcpPreflightSeconds: 600,
  /** Characters of a sent name that an error repeats. */
  shownParameterChars: 100,

  /** Stored jobs: tries of one that fails in a way that may pass, the pauses between, and how long ended ones are listed. */
  jobAttempts: 9,
  jobRetryFirstMs: 1_000,
  jobRetryLongestMs: 60_000,
  jobListedMs: 30 * DAY_MS,
  jobsListedByCommand: 50,
  sweepEveryMs: 60_000,
  /** A database that refuses what jobs write is reported once in this time, however many meet it. */
  storageFailureToldEveryMs: 60_000,

  /** `/health/functional`: how often, how old a success may be, and how many of the words may be wrong. */
  functionalCheckEveryMs: 60_000,
  functionalCheckDeadlineMs: 55_000,
  functionalSuccessAgeMs: 180_000,
  functionalWordErrorRate: 0.5,

  /** `tiro doctor` and `tiro status`: how long a running server may take to answer; a busy one needs seconds. */
  doctorHealthMs: 10_000,
  /** How many words of the check recording may be wrong. */
  doctorWordErrorRate: 0.2,

  /** `tiro benchmark`: clients and recordings at most, how many warm the server up. */
  benchmarkClients: 256,
  benchmarkRecordings: 100,
  benchmarkWarmClients: 2,
  /** How long its server may take to start, and how often it is looked at. */
  benchmarkStartMs: 120_000,
  benchmarkLookEveryMs: 200,
} as const;
