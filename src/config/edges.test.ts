/** Settings at their bounds, and one past them. */
import { expect, test } from "bun:test";
import { faultsOf, HIDDEN } from "../../test/support/config-faults.ts";
import { DAY_MS, HOUR_MS, MIB, MINUTE_MS } from "../lib/units.ts";
import { limits } from "./limits.ts";

const variable = (setting: string) => `TIRO_${setting.replaceAll(".", "_").toUpperCase()}`;

const MODEL = { TIRO_LANGUAGE_MODEL_URL: "https://llm.example.com/v1" };
const DOMAINS = { TIRO_COMPANY_LOG_IN_EMAIL_DOMAINS: "example.com" };
const DIRECTORY = {
  ...DOMAINS,
  TIRO_LDAP_SERVER: "ldaps://ldap.example.com:636",
  TIRO_LDAP_BASE_DN: "dc=example",
  TIRO_LDAP_BIND_DN: "cn=tiro",
  TIRO_LDAP_BIND_PASSWORD: HIDDEN,
};
const COMPANY = {
  ...DOMAINS,
  TIRO_COMPANY_LOG_IN_ISSUER: "https://login.example.com",
  TIRO_COMPANY_LOG_IN_CLIENT_ID: "tiro",
  TIRO_COMPANY_LOG_IN_CLIENT_SECRET: HIDDEN,
};

/** Null: there is no bound. */
const NUMBERS: [
  setting: string,
  least: number | null,
  most: number | null,
  others?: Record<string, string>,
][] = [
  [
    "oauth.access_token_minutes",
    limits.oauthAccessTokenMsMin / MINUTE_MS,
    limits.oauthAccessTokenMsMax / MINUTE_MS,
  ],
  ["oauth.refresh_token_days", 1, limits.oauthRefreshTokenMsMax / DAY_MS],
  ["auth.setup_link_hours", 1, limits.setupLinkMsMax / HOUR_MS],
  ["auth.invitation_days", 1, limits.invitationMsMax / DAY_MS],
  ["auth.key_days", 1, limits.keyExpiryDays],
  [
    "company_log_in.access_days",
    1,
    limits.companyAccessDays,
    { ...COMPANY, TIRO_COMPANY_LOG_IN_REQUIRED: "true" },
  ],
  ["models.memory_mib", limits.configMemoryMibMin, null],
  ["engine.processes", 1, limits.engineProcesses],
  ["engine.batch", 1, limits.engineBatch],
  ["engine.start_deadline_ms", limits.configDeadlineMsMin, limits.configDeadlineMsMax],
  ["engine.stall_timeout_ms", limits.engineStallMsMin, limits.configDeadlineMsMax],
  ["engine.memory_limit_mib", limits.configMemoryMibMin, null],
  ["media.deadline_ms", limits.configDeadlineMsMin, limits.configDeadlineMsMax],
  ["transcription.result_retention_hours", 1, limits.resultRetentionHours],
  ["transcription.queue_length", 1, limits.queueLength],
  ["transcription.memory_upload_mib", 1, limits.memoryUploadMib],
  ["dictation.deadline_ms", limits.configDeadlineMsMin, limits.answerDeadlineMs],
  ["dictation.recognizer_words", 1, limits.dictionaryWords],
  ["dictation.upload_memory_mib", limits.dictationFileBytes / MIB, limits.dictationUploadMib],
  ["recordings.upload_mib", 1, limits.uploadMibMax],
  ["recordings.unfinished_uploads_gib", 1, limits.unfinishedUploadsGibMax],
  ["recordings.audio_days", 0, limits.audioDaysMax],
  ["realtime.idle_seconds", 1, limits.liveIdleSecondsMax],
  ["language_model.timeout_ms", limits.languageModelMsMin, limits.languageModelMsMax],
  ["limits.requests_per_minute", 1, limits.requestsPerMinute],
  ["limits.concurrent_audio", 1, limits.concurrentAudio],
  ["limits.stored_jobs", 1, limits.storedJobs],
  ["limits.min_upload_kib_per_second", 0, limits.minUploadKibPerSecond],
  ["billing.payment_days", 0, limits.paymentDays],
  ["backup.keep", 1, limits.backupsKept],
  ["server.shutdown_grace_seconds", 0, limits.shutdownGraceSeconds],
  ["server.tls.hsts_days", 0, limits.hstsDays],
  ["watch.every_seconds", 1, limits.watchSecondsMax],
];

test.each(NUMBERS)("%s is from %p to %p", (setting, least, most, others = {}) => {
  const faults = (value: number) => faultsOf({ ...others, [variable(setting)]: String(value) });
  for (const [bound, step] of [
    [least, -1],
    [most, 1],
  ] as const) {
    if (bound === null) continue;
    expect(faults(bound)).not.toContain(setting);
    expect(faults(bound + step)).toEqual([setting]);
  }
});

const host = (number: number) => `h${number}.example.com`;
const group = (number: number) => `group-${number}`;

/** A text of so many characters, or a list of so many entries. */
const SIZES: [
  setting: string,
  most: number,
  of: (size: number) => string,
  others?: Record<string, string>,
][] = [
  ["web.name", limits.productNameChars, chars],
  ["language_model.model", limits.configNameChars, chars, MODEL],
  ["language_model.api_key", limits.configSecretChars, chars, MODEL],
  ["billing.issuer", limits.invoiceIssuerChars, chars],
  ["company_log_in.client_id", limits.companyClientIdChars, chars, COMPANY],
  ["company_log_in.label", limits.companyLabelChars, chars],
  ["company_log_in.allowed_groups", limits.companyGroupChars, chars, COMPANY],
  ["company_log_in.allowed_groups", limits.companyListEntries, listOf(group), COMPANY],
  ["ldap.base_dn", limits.directoryNameChars, chars, DIRECTORY],
  ["ldap.bind_password", limits.configSecretChars, chars, DIRECTORY],
  ["oauth.client_metadata_hosts", limits.configHosts, listOf(host)],
  ["server.clear_text_hosts", limits.configHosts, listOf(host)],
  ["webhooks.allow", limits.configHosts, listOf(host)],
  ["engine.sandbox_readable", limits.sandboxReadablePaths, listOf((number) => `/srv/${number}`)],
  ["models.install_from", limits.packMirrors, listOf((number) => `https://${host(number)}/`)],
  ["backup.recipients", limits.backupRecipients, listOf((number) => `age1${"ac".repeat(number)}`)],
  ["auth.key_prefixes", limits.keyPrefixes, listOf((number) => `p${number}_`)],
  ["models.aliases", limits.modelAliasChars, (size) => JSON.stringify({ [chars(size)]: "speech-v1.5" })],
  ["models.routes", limits.packIdChars, (size) => JSON.stringify({ de: [chars(size)] })],
  ["models.routes", limits.packsOfRoute, (size) => JSON.stringify({ de: Array(size).fill("pack") })],
  ["watch.folders", limits.watchFolders, (size) => JSON.stringify(folders(size))],
];

function folders(size: number) {
  return Array.from({ length: size }, (_, number) => ({ dir: `/srv/${number}`, account: "Acme" }));
}

function chars(size: number): string {
  return "x".repeat(size);
}

function listOf(entry: (number: number) => string): (size: number) => string {
  return (size) => Array.from({ length: size }, (_, number) => entry(number + 1)).join(",");
}

test.each(SIZES)("%s is no longer than %p", (setting, most, of, others = {}) => {
  const faults = (size: number) => faultsOf({ ...others, [variable(setting)]: of(size) });
  expect(faults(most)).not.toContain(setting);
  expect(faults(most + 1)).toEqual([setting]);
});
