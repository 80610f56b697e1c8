import { DAY_MS } from "../lib/units.ts";
import type { allLimits } from "./limits/all.ts";

type Limit = keyof typeof allLimits;
type Limits = Readonly<Record<Limit, number>>;

/** @param smaller stays below `larger`: a limit, or what follows from some. */
type Relation = readonly [what: string, smaller: Limit | ((limits: Limits) => number), larger: Limit];

const BYTES_A_SECOND = 2 * 16_000;
/** A character in JSON at its longest, and in UTF-8. */
const ESCAPED_CHAR_BYTES = 6;
const CHAR_BYTES = 4;

/** With quotes, an apostrophe and the end of its line around it. */
function tableCellBytes(chars: number): number {
  return chars * CHAR_BYTES + 5;
}

/** Of one person, as far as they have a bound in characters. */
function longestRulesChars(limits: Limits): number {
  const { dictionaryWordChars, dictionaryWords, replacementsChars, customInstructionsChars } = limits;
  return dictionaryWordChars * dictionaryWords + replacementsChars + customInstructionsChars;
}

/** Relations between the bounds; somebody who changes one of them sees what it breaks. */
export const RELATIONS: readonly Relation[] = [
  ["a call to the language model ends before the dictation", "languageModelMsMax", "answerDeadlineMs"],
  ["a wait for memory ends before the call", "packMemoryWaitMs", "answerDeadlineMs"],
  [
    "a connection at rest ends before its former socket",
    ({ connectionIdleSeconds }) => connectionIdleSeconds * 1_000,
    "formerSocketMs",
  ],
  ["a lock on the database ends before the call", "databaseBusyMs", "answerDeadlineMs"],
  ["a server stands still for less than a request waits", "databaseBlockMs", "databaseBusyMs"],
  ["a backup that failed is not tried again at the next look", "backupLookEveryMs", "backupRetryMs"],
  ["a backup is tried again before it is overdue", "backupRetryMs", "backupOverdueMs"],
  ["a report that failed is not tried again at the next look", "reportLookEveryMs", "reportRetryMs"],
  ["what failed in a month is written before its report", "requestsWrittenEveryMs", "reportDelayMs"],
  [
    "what failed is kept as long as reports may need it",
    ({ reportsCaughtUp }) => (reportsCaughtUp - 1) * 31,
    "failedRequestDays",
  ],
  ["a text process that sleeps over a text leaves it to another", "textAsleepMs", "textDeadlineMs"],
  ["a lock is tried more than once", "databaseLockRetryMs", "databaseBusyMs"],
  ["the shortest deadline is below the longest", "configDeadlineMsMin", "answerDeadlineMs"],
  ["an idempotency key outlives its call", "answerDeadlineMs", "idempotencyRetentionMs"],
  ["an upload that stalls gets an answer before it is cut", "uploadStallMs", "uploadInMemoryMs"],
  [
    "an upload that stalls gets an answer before its connection is closed",
    ({ uploadStallMs }) => uploadStallMs / 1000,
    "connectionIdleSeconds",
  ],
  ["an upload may lag behind for less than it may take", "uploadPaceMs", "uploadInMemoryMs"],
  ["an upload holds memory for less long than the disk", "uploadInMemoryMs", "uploadMs"],
  ["a short recording is one that is accepted", "shortRecordingSeconds", "transcriptionDurationSeconds"],
  ["a short recording's file is one that is accepted", "shortRecordingBytes", "transcriptionFileBytes"],
  ["a dictation is no longer than a recording", "dictationDurationSeconds", "transcriptionDurationSeconds"],
  [
    "the longest dictation fits into its file",
    ({ dictationDurationSeconds }) => dictationDurationSeconds * BYTES_A_SECOND,
    "dictationFileBytes",
  ],
  ["a prompt fits into its field", ({ promptChars }) => promptChars * CHAR_BYTES, "fieldBytes"],
  [
    "the longest dictionary fits into its table",
    ({ dictionaryWords, dictionaryWordChars }) => dictionaryWords * tableCellBytes(dictionaryWordChars),
    "dictionaryTableBytes",
  ],
  [
    "the longest replacements fit into their table",
    ({ replacements, replacementsChars }) =>
      replacements * 2 * tableCellBytes(0) + replacementsChars * CHAR_BYTES,
    "replacementsTableBytes",
  ],
  [
    "the longest replacement fits into a line of its table",
    ({ replacementFromChars, replacementToChars }) =>
      tableCellBytes(replacementFromChars) + tableCellBytes(replacementToChars),
    "tableLineBytes",
  ],
  [
    "a corrected text fits into a body",
    ({ correctedTextChars }) => correctedTextChars * ESCAPED_CHAR_BYTES,
    "jsonBodyBytes",
  ],
  [
    "a corrected text fits into a message",
    ({ correctedTextChars }) => correctedTextChars * ESCAPED_CHAR_BYTES,
    "mcpMessageBytes",
  ],
  ["a page is no longer than the longest", "pageSizeDefault", "pageSizeMax"],
  ["a page of terms is no longer than the longest", "mcpTermsPageDefault", "mcpTermsPageMax"],
  ["sample rates are a range", "audioSampleRateMin", "audioSampleRateMax"],
  ["passwords are a range", "passwordCharsMin", "passwordCharsMax"],
  ["a password can have enough characters", "passwordDistinctChars", "passwordCharsMin"],
  [
    "the padding of two segments fits into the pause between them",
    ({ padBeforeMs, padAfterMs }) => padBeforeMs + padAfterMs,
    "segmentPauseMs",
  ],
  ["silence at an edge is shorter than a pause between segments", "segmentEdgeMs", "segmentPauseMs"],
  ["a host may hold the longest segment", "decodeSeconds", "engineUnsettledSeconds"],
  ["a busy host shows that it lives before it is killed", "engineHostBusyBeatMs", "engineStallMsMin"],
  ["a speaker host shows that it lives before it is killed", "speakerHostBeatMs", "engineStallMsMin"],
  ["an idle host shows that it lives before it ends", "engineHostIdleBeatMs", "engineIdleHostMs"],
  ["a broker is tried again slower", "brokerRetryFirstMs", "brokerRetryLongestMs"],
  [
    "all streams of a worker wait at the broker without its being cut off",
    ({ workerStreams, workerWindowBytes }) => workerStreams * workerWindowBytes,
    "brokerPendingBytes",
  ],
  ["a worker says what it has taken before its window is full", "workerTakenBytes", "workerWindowBytes"],
  [
    "a worker is lost before its live streams are too far ahead",
    ({ workerBeatMs, workerLostBeats }) => (workerBeatMs * (workerLostBeats + 1)) / 1000,
    "liveAheadSeconds",
  ],
  ["restarts come slower", "engineRestartFirstMs", "engineRestartLongestMs"],
  ["a GPU is waited for longer", "engineAsleepMs", "engineAsleepOnGpuMs"],
  ["a host that waits for its restart is not in order", "engineRestartLongestMs", "engineInOrderMs"],
  [
    "hosts are fewer for longer than one waits for its restart",
    "engineRestartLongestMs",
    "engineFewerHostsMs",
  ],
  ["a host is drained before the call ends", "engineDrainMs", "answerDeadlineMs"],
  ["a media host ends before the call", "mediaHostExitMs", "answerDeadlineMs"],
  ["a text is finished before the call ends", "textDeadlineMs", "answerDeadlineMs"],
  ["a process may remember the longest rules", longestRulesChars, "knownRulesChars"],
  ["jobs are tried again slower", "jobRetryFirstMs", "jobRetryLongestMs"],
  ["waiting jobs are swept before they expire", "sweepEveryMs", "jobQueuedMs"],
  ["a job is listed for longer than it may wait", "jobQueuedMs", "jobListedMs"],
  ["the language model is left alone for longer", "languageModelPauseFirstMs", "languageModelPauseLongestMs"],
  ["a functional check ends before the next", "functionalCheckDeadlineMs", "functionalCheckEveryMs"],
  ["a success is believed until the next check", "functionalCheckEveryMs", "functionalSuccessAgeMs"],
  ["a full disk is a low one", "diskFullBytes", "diskLowBytes"],
  ["a pack holds its manifest", "packManifestBytes", "packBytes"],
  [
    "the identity provider answers before the log-in ends",
    ({ identityProviderSeconds }) => identityProviderSeconds * 1000,
    "logInMs",
  ],
  ["a log-in under way ends while it is fresh", "logInMs", "freshLogInMs"],
  ["a fresh log-in is one that is still valid", "freshLogInMs", "browserSessionIdleMs"],
  ["an idle session ends before the longest", "browserSessionIdleMs", "browserSessionMs"],
  ["use of a session is written before it is idle", "browserSessionSeenEveryMs", "browserSessionIdleMs"],
  ["a client's document comes before the call ends", "oauthClientDocumentMs", "answerDeadlineMs"],
  ["a code ends before its token", "oauthCodeMs", "oauthAccessTokenMsMin"],
  ["an access token ends before its refresh token", "oauthAccessTokenMsMax", "oauthRefreshTokenMs"],
  [
    "a used refresh token is believed for less than an access token",
    "oauthRefreshGraceMs",
    "oauthAccessTokenMsMin",
  ],
  ["a verified token is remembered for less than it lives", "oauthVerifiedTokenMs", "oauthAccessTokenMsMin"],
  [
    "a key is published for longer than its tokens live",
    "oauthAccessTokenMsMax",
    "oauthSigningKeyPublishedMs",
  ],
  ["a key signs for longer than it is published after", "oauthSigningKeyPublishedMs", "oauthSigningKeyMs"],
  [
    "a client that makes room was unused for less than one that goes",
    "oauthEvictableClientMs",
    "oauthUnusedClientMs",
  ],
  ["a client that was used stays longer than one that was not", "oauthUnusedClientMs", "oauthIdleClientMs"],
  ["a grant is known until its invoice", () => 31 * DAY_MS, "oauthEndedGrantMs"],
  [
    "a person's streams are fewer than their key's may be",
    "eventStreamsPerPerson",
    "eventStreamsPerCredential",
  ],
  ["one key does not take an account's streams", "eventStreamsPerCredential", "eventStreamsPerAccount"],
  [
    "one account does not take the streams that all keys may have",
    ({ eventStreamsPerAccount, eventStreamsForBrowsers }) => eventStreamsPerAccount + eventStreamsForBrowsers,
    "eventStreams",
  ],
  ["a client comes back before what it missed is forgotten", "eventRetryMs", "eventResumeMs"],
  ["an OAuth request fits into the way back", "oauthParameterChars", "returnPathChars"],
];

/** @throws Error naming the first relation that does not hold: a fault of the program, seen at its start. */
export function assertRelations(values: Limits): void {
  for (const [what, smaller, larger] of RELATIONS) {
    const least = smallerValue(smaller, values);
    if (least >= values[larger])
      throw new Error(`limits: ${what}, but ${larger} is ${values[larger]}, not above ${least}`);
  }
}

export function smallerValue(smaller: Relation[1], values: Limits): number {
  return typeof smaller === "function" ? smaller(values) : values[smaller];
}
