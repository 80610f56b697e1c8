import { assertRelations } from "./limit-relations.ts";

/**
 * Every bound of the program that the contract or safety fixes, in one place. Bounds that a site may choose
 * are configuration (`schema.ts`), whose own limits stand here too. Each is tested at and past its edge.
 * Elsewhere stand formats, units of work that change nothing but speed, and what a model or a language is tuned to.
 */
const KIB = 1024;
const MIB = 1024 * KIB;

export const limits = {
  /** Contract: Limits. */
  transcriptionFileBytes: 256 * MIB,
  transcriptionDurationSeconds: 4 * 3600,
  dictationDurationSeconds: 600,
  /** Ten minutes take 18.4 MiB; a little longer ones are still told their length. */
  dictationFileBytes: 20 * MIB,
  minimumDurationSeconds: 0.01,
  answerDeadlineMs: 210_000,
  idempotencyKeyChars: 255,
  idempotencyRetentionMs: 24 * 3600_000,
  clientRequestIdChars: 512,
  jobQueuedMs: 72 * 3600_000,
  keysPerAccount: 30,
  pageSizeDefault: 25,
  pageSizeMax: 100,
  cursorChars: 2048,
  cursorAgeMs: 30 * 24 * 3600_000,
  searchQueryChars: 500,
  feedbackMessageChars: 5_000,
  correctedTextChars: 40_000,
  customizationOperations: 100,
  /** Around the cursor, and the selection. */
  surroundingTextChars: 6_000,
  elementDescriptionChars: 1_000,
  appNameChars: 255,
  speakers: 8,
  billingMinimumSeconds: 10,
  invoiceNumberDigits: 6,

  /** Customizations of one person. */
  dictionaryWordChars: 100,
  dictionaryWords: 5_000,
  replacementFromChars: 200,
  replacementToChars: 2_000,
  replacements: 2_000,
  customInstructionsChars: 10_000,
  /** What lists and search results show of a session, in characters; longer words are searched by their beginning. */
  titleChars: 60,
  previewChars: 140,
  snippetChars: 160,
  searchTermChars: 40,

  /** Search in the manual: sections listed, and how much is shown of each, in characters. */
  manualHits: 40,
  manualSnippetChars: 220,

  /**
   * MCP: one message holds at most a corrected text, each character of it escaped; batches exist in the older versions only.
   * Arguments have few members, so that checking them costs little. Terms of a dictionary are read page by page.
   */
  mcpMessageBytes: 1 * MIB,
  mcpBatchMessages: 20,
  mcpArgumentElements: 1_000,
  mcpTermsPageDefault: 200,
  mcpTermsPageMax: 1_000,

  /** Multipart bodies: everything that is not the file. */
  fieldBytes: 64 * KIB,
  fieldNameBytes: 128,
  fields: 32,
  multipartOverheadBytes: 1 * MIB,
  promptChars: 16_000,
  jsonBodyBytes: 1 * MIB,
  partHeaderBytes: 16 * KIB,
  uploadStallMs: 30_000,
  uploadMs: 3600_000,

  /** Media files. What lies outside is a damaged or hostile file, not a recording. */
  audioChannels: 64,
  audioSampleRateMin: 1_000,
  audioSampleRateMax: 768_000,
  wavChunks: 10_000,
  mediaFrameBytes: 1 * MIB,
  /** Codecs fill up their last frame; a recording that was just short enough still is. */
  codecPaddingSeconds: 0.25,
  /** What a WebAssembly decoder may hold; ordinary recordings need 20 to 60 MiB. */
  mediaModuleBytes: 256 * MIB,
  /** Where the first frame of MP3 or AAC must have been found, behind any tags. */
  audioSyncBytes: 64 * KIB,
  id3Tags: 8,
  /** So much less than a file says of itself is no reason to refuse it: a flipped bit spoils a frame. */
  mediaMissingSeconds: 0.5,
  /** Four hours in fragments of half a second have 60,000 boxes; in Ogg pages of 20 ms, 720,000 pages. */
  mp4Boxes: 200_000,
  matroskaElements: 1_000,
  oggPages: 2_000_000,
  oggLinks: 10_000,
  mpegPackets: 1_000_000,

  /** Recognition: sherpa-onnx's NeMo models fail near 6:50 and Whisper drops all past 30 s. */
  decodeSeconds: 30,
  /** Hotwords of one recording: each makes the search wider. Longer ones are left to correction after recognition. */
  hotwords: 1_000,
  hotwordChars: 100,
  padBeforeMs: 300,
  padAfterMs: 500,
  /**
   * A shorter pause stays inside its segment, and so much silence at either end of the recording stays with the
   * speech beside it: models read what surrounds a word. With 1.5 s and 1 s the recordings under 28 s of the test
   * set are told as if decoded whole; with 0.8 s and 0.5 s a fifth of the words differ.
   */
  segmentPauseMs: 1_500,
  segmentEdgeMs: 1_000,

  /**
   * Telling speakers apart: the voices of a long recording are compared block by block, and then what each block
   * leaves. Four hours, some 28,000 voices, then take a second instead of an hour.
   */
  voicesInBlock: 200,
  groupsOfBlock: 8,

  /** Transcription: what counts as short work, and how many uploads are looked into at once. */
  shortRecordingSeconds: 60,
  shortRecordingBytes: 1 * MIB,
  inspectionsAtOnce: 4,
  /** Recordings beside those that share the recognizer's turns, so that none of these waits for a job to step aside. */
  dictationOwnTurns: 4,
  shortOwnTurns: 1,

  /** What `Retry-After` says, in seconds, where nothing better is known. */
  queueFullRetrySeconds: 10,
  storedJobsRetrySeconds: 60,
  storageFullRetrySeconds: 60,
  shutdownRetrySeconds: 5,
  memoryFilesRetrySeconds: 5,
  memoryUploadsRetrySeconds: 2,
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
  /** What an error repeats of a name that somebody sent. */
  shownParameterChars: 100,

  /** Stored jobs: tries of one that fails in a way that may pass, the pauses between, and how long ended ones are listed. */
  jobAttempts: 5,
  jobRetryFirstMs: 1_000,
  jobRetryLongestMs: 60_000,
  jobListedMs: 30 * 24 * 3600_000,
  sweepEveryMs: 60_000,

  /** `/health/functional`: how often, how old a success may be, and how many of the words may be wrong. */
  functionalCheckEveryMs: 60_000,
  functionalCheckDeadlineMs: 55_000,
  functionalSuccessAgeMs: 180_000,
  functionalWordErrorRate: 0.5,

  /** `tiro doctor`: how long a running server may take to answer, and how many words of the check recording may be wrong. */
  doctorHealthMs: 2_000,
  doctorWordErrorRate: 0.2,
  /** Formatting: comparisons of heard words with terms of the dictionary in one text; one takes about 2 µs. */
  dictionaryComparisons: 200_000,
  /** Words of a recording that its other words are compared with. */
  vocabularyWords: 2_000,

  /** A model pack: its pack.json, and all of its files. Fetching one: tries without a byte more, the pause before the second, and how long no data may come. */
  packManifestBytes: 1 * MIB,
  packBytes: 64 * 1024 * MIB,
  packArchiveEntries: 10_000,
  packFilesShown: 20,
  packIdChars: 100,
  packPathChars: 200,
  packLicenceChars: 200,
  packTextChars: 1_000,
  packExternalFiles: 64,
  packLanguages: 2_000,
  downloadTries: 5,
  downloadPauseMs: 1_000,
  downloadStallMs: 30_000,
  downloadsAtOnce: 3,

  /**
   * Several packs: how many a language's route may name, how often their folder is looked at, how long a recording waits
   * for memory that others hold, and how much of a recording may be kept until its language is known.
   */
  packsOfRoute: 16,
  packsLookEveryMs: 5_000,
  packMemoryWaitMs: 120_000,
  identificationSeconds: 300,

  /** Editing by voice: longer instructions are no instructions, and every way to read one costs time. */
  editInstructionChars: 2_000,
  editReadings: 4,
  editCommands: 3,
  editSoundAlikeChars: 60,

  /**
   * A site's language model: longer texts stay with the rules (ten minutes of speech are some 9,000 characters), calls
   * beside these too, and after so many failures in a row it is left alone for a while that doubles each time.
   */
  languageModelTextChars: 20_000,
  languageModelAnswerBytes: 256 * KIB,
  languageModelMsMin: 100,
  languageModelMsMax: 60_000,
  /** A text that shares hardly a word with the other is foreign enough without a look at every spelling. */
  languageModelComparedChars: 40,
  languageModelComparisons: 20_000,
  languageModelCallsAtOnce: 8,
  languageModelFailures: 3,
  languageModelPauseFirstMs: 15_000,
  languageModelPauseLongestMs: 300_000,

  /** Child processes. */
  engineFrameBytes: 4 * MIB,
  /** Audio of one recording that a host holds or that waits for one: what is sent again after a crash. */
  engineUnsettledSeconds: 120,
  engineStreamsPerHost: 32,
  engineBatch: 64,
  /** Recordings worked on at once for each batch host: one is heard while another's last pieces are decoded. */
  recordingsPerHost: 2,
  engineStderrTailBytes: 8 * KIB,
  /** A host lost this often without the recording getting on is the recording's fault or the engine's end. */
  engineLossesWithoutProgress: 2,
  /** The wait before a restart doubles from the first to the longest, and is forgotten after a while in order. */
  engineRestartFirstMs: 250,
  engineRestartLongestMs: 30_000,
  engineInOrderMs: 60_000,
  engineWatchMs: 500,
  /** A host over its memory limit loses its recordings after a while; at this multiple of it the host is killed at once. */
  engineDrainMs: 15_000,
  engineMemoryHardShare: 2,
  /** A batch host without work for this long ends. */
  engineIdleHostMs: 120_000,
  /** A host listens for so long before its event loop gets a turn, and shows that it lives so often. */
  engineHostTurnMs: 4,
  engineHostBusyBeatMs: 150,
  engineHostIdleBeatMs: 2_000,
  /** Speech detectors kept for the next recordings; more are built when more are open, and let go after. */
  engineIdleDetectors: 8,
  /** A speaker host with small networks takes 150 MiB, one with those of 30 MB some 300 MiB. */
  speakerHostBytes: 1024 * MIB,
  speakerHostBeatMs: 250,
  enginePackCrashesAtLoad: 2,
  mediaHostStderrTailBytes: 8 * KIB,
  /** A media host whose output has ended is gone in a moment; one that is not is killed. */
  mediaHostExitMs: 250,
  /** Names that people choose. */
  personNameChars: 200,
  emailChars: 254,
  keyNameChars: 100,
  organizationNameChars: 100,

  /** Credentials: the header's token (an OAuth token has some 700 characters), and the life that an expiring key may be given. */
  credentialChars: 2_048,
  keyExpiryDays: 3650,
  keyLastUsedEveryMs: 60_000,

  /** One-time links, and the forms behind them. */
  setupLinkMs: 24 * 3600_000,
  invitationMs: 7 * 24 * 3600_000,
  openInvitations: 1_000,
  formBytes: 16 * KIB,

  /**
   * Passwords, in code points: NIST SP 800-63B asks for a lower bound and for no upper one below 64. A hash takes
   * 64 MiB and about 150 ms, so that only a few are made at once.
   */
  passwordCharsMin: 12,
  passwordCharsMax: 256,
  /** A repeated character or two is not a password, however long. */
  passwordDistinctChars: 5,
  passwordHashesAtOnce: 2,
  passwordHashesWaiting: 16,
  /** Wrong passwords in a row, for an account and from an address; then one more each `passwordFailureMs`. */
  passwordFailuresPerAccount: 10,
  passwordFailuresPerAddress: 50,
  passwordFailureMs: 60_000,
  linkFailuresPerAddress: 50,
  /** Counters of wrong attempts; names share them by their hash. 1 MiB in two arrays. */
  attemptSlots: 65_536,

  /** Sessions in browsers: how long without use and in all, how many of one person, and how often use is written down. */
  browserSessionIdleMs: 7 * 24 * 3600_000,
  browserSessionMs: 30 * 24 * 3600_000,
  browserSessionsPerPerson: 50,
  browserSessionSeenEveryMs: 60_000,
  /** Changing how one logs in takes a log-in that is not older than this; one that is under way must end within `logInMs`. */
  freshLogInMs: 15 * 60_000,
  logInMs: 10 * 60_000,
  logInsUnderWay: 10_000,
  /** Wrong codes of a second step in a row; then one more each `passwordFailureMs`. */
  codeFailuresPerPerson: 5,
  recoveryCodes: 10,
  passkeysPerPerson: 20,
  passkeyNameChars: 100,
  /** The company's identity provider must answer within this time. */
  identityProviderSeconds: 10,
  /** A path of this server to which a log-in leads back; OAuth requests are the longest. */
  returnPathChars: 8_000,
  /**
   * OAuth. A code lives as long as a redirect takes, an access token as long as a client may lag behind; a refresh
   * token ends this long after it was made. A used one may be used again for a while and so many times, because
   * clients refresh from several places at once.
   */
  oauthCodeMs: 60_000,
  oauthAccessTokenMs: 10 * 60_000,
  oauthRefreshTokenMs: 30 * 24 * 3600_000,
  oauthRefreshGraceMs: 120_000,
  oauthRefreshUses: 50,
  oauthGrantsPerPerson: 200,
  /** Longer than a month, because invoices name the app. */
  oauthEndedGrantMs: 60 * 24 * 3600_000,
  /** Keys that sign access tokens: how long one signs, and how long it is still published after that. */
  oauthSigningKeyMs: 90 * 24 * 3600_000,
  oauthSigningKeyPublishedMs: 3600_000,
  /** Verified access tokens that are kept in memory, and for how long. */
  oauthVerifiedTokens: 1_000,
  oauthVerifiedTokenMs: 60_000,
  /** Clients: what one may say of itself, how many there may be, and how long unused ones are kept. */
  oauthClients: 10_000,
  oauthRegistrationsPerAddress: 20,
  oauthRegistrationBytes: 32 * KIB,
  oauthRedirectUris: 20,
  oauthRedirectUriChars: 2_000,
  oauthClientNameChars: 200,
  oauthShownUriChars: 100,
  oauthUnusedClientMs: 7 * 24 * 3600_000,
  /** When there are as many as there may be, one that nobody used for this long makes room. */
  oauthEvictableClientMs: 3600_000,
  oauthIdleClientMs: 90 * 24 * 3600_000,
  /** A client's metadata document (an address as its id). */
  oauthClientIdChars: 500,
  oauthClientDocumentBytes: 16 * KIB,
  oauthClientDocumentMs: 5_000,
  oauthClientDocumentAgeMs: 3600_000,
  /** One parameter of an OAuth request, such as `state`. */
  oauthParameterChars: 4_000,

  auditLinesListed: 50,
  retentionDays: 3650,

  /** The database waits this long for another process's lock, and gives disk back beyond this much log. */
  databaseBusyMs: 5_000,
  databaseLockRetryMs: 10,
  databaseWalBytes: 64 * MIB,
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
  retentionSweepEveryMs: 10 * 60_000,
  /** Free disk below which health turns `degraded` and the doctor warns, and below which uploads cannot be relied on. */
  diskLowBytes: 1024 * MIB,
  diskFullBytes: 64 * MIB,

  /** The configuration file, and what a site may choose in it. */
  configFileBytes: 1 * MIB,
  configShownChars: 80,
  configNameChars: 200,
  configSecretChars: 512,
  configHosts: 64,
  configMemoryMibMin: 64,
  configDeadlineMsMin: 1_000,
  configDeadlineMsMax: 3600_000,
  shutdownGraceSeconds: 600,
  keyPrefixes: 16,
  engineProcesses: 256,
  engineStallMsMin: 500,
  resultRetentionHours: 365 * 24,
  queueLength: 100_000,
  memoryUploadMib: 1_048_576,
  dictationUploadMib: 65_536,
  requestsPerMinute: 1_000_000,
  concurrentAudio: 10_000,
  storedJobs: 1_000_000,
  prices: 1_000,
  paymentDays: 365,
  invoiceIssuerChars: 1_000,
  companyClientIdChars: 500,
  companyLabelChars: 60,
  companyGroupChars: 500,
  companyListEntries: 100,
} as const;

assertRelations(limits);
