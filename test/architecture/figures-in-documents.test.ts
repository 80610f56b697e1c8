/** Figures that the documents name are those of the code: each sentence is made from the bound that it is about. */
import { expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import { SPOKEN_LANGUAGES } from "../../src/lib/spoken-languages.ts";
import { TOOLS } from "../../src/mcp/tools/index.ts";

const ROOT = join(import.meta.dir, "../..");
const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const figure = (value: number) => value.toLocaleString("en-US");
/** As prose writes small numbers. */
const word = (value: number) => WORDS[value] ?? figure(value);
const mib = (bytes: number) => figure(bytes / 1024 ** 2);
const minutes = (ms: number) => figure(ms / MINUTE_MS);
const hours = (ms: number) => figure(ms / HOUR_MS);
const days = (ms: number) => figure(ms / DAY_MS);

const linesOf = (path: string) => readFileSync(join(ROOT, path), "utf8").split("\n").length;
const bytesOf = (path: string) => statSync(join(ROOT, path)).size;
const CATALOGUE = JSON.parse(readFileSync(join(ROOT, "models/catalogue/packs.json"), "utf8")) as {
  packs: { id: string; languages: string[]; megabytes: number }[];
};
const CATALOGUE_LANGUAGES = `about ${100 * Math.round(new Set(CATALOGUE.packs.flatMap(({ languages }) => languages)).size / 100)} languages`;
/** To the nearest ten. */
const DOWNLOAD = `downloads ${10 * Math.round((CATALOGUE.packs.find(({ id }) => id === "parakeet-tdt-0.6b-v3")?.megabytes ?? 0) / 10)} MB`;
const FILE = `${mib(limits.transcriptionFileBytes)} MiB and ${word(limits.transcriptionDurationSeconds / 3600)} hours`;

const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  "README.md": [
    `files up to ${FILE}`,
    `MCP server with ${word(TOOLS.length)} tools`,
    `rules for ${SPOKEN_LANGUAGES.length} languages`,
    `production models for ${CATALOGUE_LANGUAGES}`,
    DOWNLOAD,
  ],
  "CHANGELOG.md": [
    `Recordings of up to ${FILE}`,
    `MCP server with ${word(TOOLS.length)} tools`,
    `Rules for ${SPOKEN_LANGUAGES.length} languages`,
    `production packs for ${CATALOGUE_LANGUAGES}`,
    `upload of at most ${minutes(limits.uploadInMemoryMs)} minutes`,
  ],
  "ARCHITECTURE.md": [
    `pieces of at most ${limits.decodeSeconds} s`,
    `At most ${word(limits.textProcesses)}, from the first dictation on`,
    `a ${bytesOf("src/audio/resampling/kernel.wasm")}-byte kernel`,
    `\`audio/host/ffmpeg.wasm\`, ${(bytesOf("src/audio/host/ffmpeg.wasm") / 1e6).toFixed(1)} MB`,
    `an add-on of ${Math.round(bytesOf("native/decoder-calls/linux-x64.node") / 1000)} kB`,
    `every ${limits.liveDraftEveryMs / 1000} s and rarer on a busy machine`,
    `after ${limits.liveStretchSeconds} s at a word`,
    `at most ${limits.workerMessageBytes / 1000} kB over a broker`,
    `after ${word(limits.workerLostBeats)} beats that were not answered`,
    `for ${limits.formerSocketMs / 1000} seconds, longer than a connection`,
    `one purpose and ${word(limits.logInMs / MINUTE_MS)} minutes`,
    `have under ${100 * Math.ceil((linesOf("src/scim/filter.ts") + linesOf("src/scim/patch.ts")) / 100)} lines together`,
    `within ${word(limits.auditSettledMs / 1000)} seconds before a connection broke`,
  ],
  "src/manual/api-guide.md": [
    `up to ${FILE}`,
    `within ${limits.answerDeadlineMs / 1000} seconds`,
    `up to ${figure(limits.promptChars)} characters`,
    `1 to ${limits.speakers}, only with \`diarize\``,
    `waits for ${hours(limits.jobQueuedMs)} hours is abandoned`,
    `at most ${word(limits.dictationDurationSeconds / 60)} minutes`,
    `up to ${figure(limits.appNameChars)} characters`,
    `under ${limits.minimumDurationSeconds * 1000} ms`,
    `(up to ${limits.clientRequestIdChars} printable`,
    `(1 to ${limits.idempotencyKeyChars} printable`,
    `for ${hours(limits.idempotencyRetentionMs)} hours, without`,
    `${figure(limits.dictionaryWords)} words, or ${figure(limits.replacements)} replacements, which may have ${figure(limits.replacementsChars)} characters`,
    `${figure(limits.jsonBodyValues)} values in lists`,
    `${limits.suggestionTexts} newest texts`,
    `up to ${limits.previewPlaces} places`,
    `after ${minutes(limits.eventResumeMs)} minutes or a restart`,
    `at most ${limits.eventStreamsPerPerson} streams`,
    `at most ${minutes(limits.freshLogInMs)} minutes old`,
  ],
  "src/manual/languages.md": [DOWNLOAD],
  "src/manual/dictation.md": [
    `longer than ${limits.answerDeadlineMs / 1000} seconds`,
    `longer than ${word(limits.textDeadlineMs / 1000)} seconds, or replacements`,
    `more than ${word(limits.finishedTextFactor)} times as long (plus ${figure(limits.finishedTextExtraChars)} characters`,
    `up to ${limits.templates}, with up to ${figure(limits.templateChars)} characters each and ${figure(limits.templatesChars)} in all`,
    `can insert up to ${word(limits.templatesInserted)} templates`,
    `given up (${days(limits.deliveryGiveUpMs)} days), and ${days(limits.deliveryKeptMs)} days more`,
    `fails ${word(limits.languageModelFailures)} times in a row, tiro stops asking it for ${limits.languageModelPauseFirstMs / 1000} seconds`,
    `lines of ${limits.dictationWordsForMarks} words`,
  ],
  "src/manual/backup.md": [
    `it tries again every ${minutes(limits.backupRetryMs)} minutes`,
    `more than ${word(limits.backupOverdueMs / HOUR_MS)} hours late`,
  ],
  "src/manual/tls.md": [
    `within ${word((2 * limits.certificateWatchEveryMs) / 1000)} seconds`,
    `From ${limits.certificateWarningDays} days before`,
    `more than ${limits.answerDeadlineMs / 1000} s`,
  ],
  "src/manual/troubleshooting.md": [
    `more than ${word(limits.clockJumpMs / MINUTE_MS)} minutes`,
    `larger than ${mib(limits.transcriptionFileBytes)} MiB`,
    `above ${limits.answerDeadlineMs / 1000} s`,
    `for more than ${word(limits.databaseBusyMs / 1000)} seconds`,
  ],
  "src/manual/recordings.md": [
    `up to ${limits.recordingsAtOnce} recordings`,
    `with up to ${limits.segmentWords} words`,
    `(${limits.sliceWordsMin} to ${limits.sliceWordsMax} words)`,
    `newest ${figure(limits.revisionsKept)} saves`,
    `at most ${mib(limits.transcriptionFileBytes)} MiB`,
    `take ${minutes(limits.uploadInMemoryMs)} minutes`,
  ],
  "src/manual/live.md": [
    `${limits.clientSecretSecondsMin} to ${figure(limits.clientSecretSecondsMax)} seconds`,
    `of ${word(limits.dictationDurationSeconds / 60)} minutes at most`,
    `lasts ${word(limits.liveStreamMs / HOUR_MS)} hours at most`,
    `by ${limits.liveAheadSeconds} seconds`,
    `has at most ${mib(limits.liveMessageBytes)} MiB`,
    `outlives its connection by ${limits.liveResumeMs === MINUTE_MS ? "a minute" : ""}`,
    `At most ${limits.captionsViewers} windows read along, ${word(limits.captionsPerViewer)} of them`,
    `last ${word(limits.captionsKeptMs / MINUTE_MS)} minutes`,
  ],
  "src/manual/people.md": [
    `at least ${limits.passwordCharsMin} characters`,
    `within ${hours(limits.setupLinkMs)} hours`,
    `up to ${limits.keysPerAccount} keys`,
    `up to ${figure(limits.importedPeople)} lines`,
    `at most ${figure(limits.setupLinksAtOnce)} at once`,
    `${limits.linksPerPersonAndDay} invitations and set-up links in a day (UTC), an administrator of the server ${figure(limits.linksPerAdministratorAndDay)}`,
    `At most ${figure(limits.openInvitations)} invitations`,
    `end within ${limits.expiringDays} days`,
    `works for ${days(limits.invitationMs)} days`,
    `up to \`${days(limits.keyOverlapMs)}d\``,
    `Counts end at ${figure(limits.policyEffectMost)}`,
    `log-in of the last ${minutes(limits.freshLogInMs)} minutes`,
    `last ${limits.healthDays} days`,
  ],
  "src/manual/security.md": [
    `After ${limits.passwordFailuresPerAccount} wrong passwords in a row for an account, or ${limits.passwordFailuresPerNetwork} from one network`,
    `up to ${limits.accountDelayLongestMs / 1000} seconds for an account, ${limits.networkDelayLongestMs / 1000} second for a network`,
    `lasts ${days(limits.knownDeviceMs)} days`,
    `After ${limits.codeFailuresPerPerson} wrong codes`,
    `at most ${limits.securityEventsOfKind} lines at once, ${limits.securityEventsOfTarget} about one account`,
    `for ${days(limits.credentialChangeMs)} days`,
    `every ${days(limits.oauthSigningKeyMs)} days`,
    `within the last ${minutes(limits.freshLogInMs)} minutes`,
  ],
  "src/manual/monitoring.md": [
    `no success for ${word(limits.functionalSuccessAgeMs / MINUTE_MS)} minutes`,
    `Every ${word(limits.databaseWatchEveryMs / 1000)} seconds the server writes a row`,
    `with a dictation for ${word(limits.engineAsleepMs / 1000)} seconds (on a GPU ${word(limits.engineAsleepOnGpuMs / 1000)})`,
    `The newest lines, at most ${mib(2 * limits.recentLogBytes)} MiB`,
    `less than ${limits.diskLowBytes / 1024 ** 3} GiB free`,
    `less than ${mib(limits.diskFullBytes)} MiB free`,
    `keeps it for ${limits.healthDays} days`,
    `the ${word(limits.slowRequestsOfRoute)} slowest`,
    `every ${word(limits.requestsWrittenEveryMs / 1000)} seconds`,
  ],
  "src/manual/billing.md": [
    `${limits.personRequestsPerMinute} in any sixty seconds`,
    `${figure(limits.logInsPerPersonAndDay)} a day (UTC)`,
    `| ${limits.keysMadePerPersonAndDay} a day |`,
    `| ${figure(limits.changesPerPersonAndDay)} a day |`,
    `| ${figure(limits.libraryCharsPerPersonAndDay / 1_000_000)} million characters a day |`,
    `can make ${figure(limits.changesPerOrganizationAndDay)} changes a day`,
    `no more than ${mib(limits.personDailyGrowthBytes)} MiB a day`,
  ],
  "src/manual/mail.md": [
    `at most ${limits.mailsPerPersonAndDay} messages of a kind`,
    `at most ${word(limits.lostPasswordsPerPersonAndDay)} such links in a day, and a network can ask ${word(limits.lostPasswordsPerNetwork)} times`,
    `tries again for ${word(limits.deliveryGiveUpMs / DAY_MS)} days`,
  ],
  "src/manual/webhooks.md": [
    `within ${limits.webhookCallMs / 1000} seconds`,
    `up to ${mib(limits.webhookResultBytes)} MiB`,
    `tries again for ${word(limits.deliveryGiveUpMs / DAY_MS)} days`,
  ],
  "src/manual/watch-folders.md": [`Up to ${figure(limits.watchFilesOfFolder)} recordings`],
  "src/manual/company-log-in.md": [
    `${figure(limits.scimRequestsPerMinute)} requests a minute; they are answered one after the other, and ${limits.scimRequestsWaiting} may wait`,
    `up to ${figure(limits.scimGroupMembers)} members, and there can be ${figure(limits.scimGroups)} of them`,
    `may have ${word(limits.scimFilterComparisons)} comparisons`,
    `more than ${word(limits.scimFilterLooks / 1_000_000)} million values`,
    `pages of up to ${limits.scimPageResults}`,
  ],
  "src/manual/ldap.md": [
    `after ${limits.directoryMs / 1000} seconds or ${mib(limits.directoryBytes)} MB of answers`,
    `more than ${figure(limits.directoryGroups)} groups cannot log in`,
    `up to ${word(limits.directoryGroupDepth)} levels`,
  ],
  "src/manual/sizing.md": [
    `(${100 * limits.packsMemoryShare} % of the machine)`,
    `at most ${100 * limits.engineMemoryShare} % of the machine`,
    `decoders of media files, up to ${mib(limits.mediaModuleBytes)} MiB each`,
    `for ${limits.uploadPaceMs / 1000} seconds (\`limits.min_upload_kib_per_second\`)`,
    `longer than ${minutes(limits.uploadInMemoryMs)} minutes`,
  ],
  "src/manual/cluster.md": [
    `lost after ${word((limits.workerLostBeats * limits.workerBeatMs) / 1000)} seconds`,
    `warn ${word(limits.certificateWarningDays / 7)} weeks before`,
  ],
};

const CASES = Object.entries(SENTENCES).flatMap(([document, sentences]) =>
  sentences.map((sentence) => [document, sentence] as const),
);

test.each(CASES)("%s says: %s", (document, sentence) => {
  expect(readFileSync(join(ROOT, document), "utf8")).toContain(sentence);
});
