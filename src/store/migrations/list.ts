import accounts from "./0001_accounts.sql" with { type: "text" };
import transcription from "./0002_transcription.sql" with { type: "text" };
import organizations from "./0003_organizations.sql" with { type: "text" };
import billing from "./0004_billing.sql" with { type: "text" };
import dictation from "./0005_dictation.sql" with { type: "text" };
import browserSessions from "./0006_browser_sessions.sql" with { type: "text" };
import logIn from "./0007_log_in.sql" with { type: "text" };
import jobRecognitions from "./0008_job_recognitions.sql" with { type: "text" };
import oauth from "./0009_oauth.sql" with { type: "text" };
import secrets from "./0010_secrets.sql" with { type: "text" };
import tenants from "./0011_tenants.sql" with { type: "text" };
import heartbeat from "./0012_heartbeat.sql" with { type: "text" };
import backups from "./0013_backups.sql" with { type: "text" };
import people from "./0014_people.sql" with { type: "text" };
import identity from "./0015_identity.sql" with { type: "text" };
import interfaceLanguage from "./0016_interface_language.sql" with { type: "text" };
import organizationDictionary from "./0017_organization_dictionary.sql" with { type: "text" };
import examination from "./0018_examination.sql" with { type: "text" };
import usageSums from "./0019_usage_sums.sql" with { type: "text" };
import sessionRevisions from "./0020_session_revisions.sql" with { type: "text" };
import dailyChanges from "./0021_daily_changes.sql" with { type: "text" };
import orderOfSessions from "./0022_order_of_sessions.sql" with { type: "text" };
import draftKeys from "./0023_draft_keys.sql" with { type: "text" };
import requests from "./0024_requests.sql" with { type: "text" };
import writtenReports from "./0025_written_reports.sql" with { type: "text" };
import unsureWords from "./0026_unsure_words.sql" with { type: "text" };
import templates from "./0027_templates.sql" with { type: "text" };
import deliveries from "./0028_deliveries.sql" with { type: "text" };
import webhooks from "./0029_webhooks.sql" with { type: "text" };
import quotas from "./0030_quotas.sql" with { type: "text" };
import dismissedSuggestions from "./0031_dismissed_suggestions.sql" with { type: "text" };
import watchedFiles from "./0032_watched_files.sql" with { type: "text" };
import recordings from "./0033_recordings.sql" with { type: "text" };
import serverAuditors from "./0034_server_auditors.sql" with { type: "text" };
import currency from "./0035_currency.sql" with { type: "text" };
import dictionaryProposals from "./0036_dictionary_proposals.sql" with { type: "text" };
import health from "./0037_health.sql" with { type: "text" };
import contentReview from "./0038_content_review.sql" with { type: "text" };
import firstRun from "./0039_first_run.sql" with { type: "text" };
import streamSounds from "./0040_stream_sounds.sql" with { type: "text" };
import recordingSaves from "./0041_recording_saves.sql" with { type: "text" };
import invoicesOfAccount from "./0042_invoices_of_account.sql" with { type: "text" };
import decodedTime from "./0043_decoded_time.sql" with { type: "text" };
import clusterWorkers from "./0044_cluster_workers.sql" with { type: "text" };
import modelChoices from "./0045_model_choices.sql" with { type: "text" };
import customizationLists from "./0046_customization_lists.sql" with { type: "text" };

export interface Migration {
  /** Counts from 1 without gaps. */
  version: number;
  name: string;
  sql: string;
}

/** Every migration, in order. A released one is never changed: the database keeps its checksum. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: "accounts", sql: accounts },
  { version: 2, name: "transcription", sql: transcription },
  { version: 3, name: "organizations", sql: organizations },
  { version: 4, name: "billing", sql: billing },
  { version: 5, name: "dictation", sql: dictation },
  { version: 6, name: "browser_sessions", sql: browserSessions },
  { version: 7, name: "log_in", sql: logIn },
  { version: 8, name: "job_recognitions", sql: jobRecognitions },
  { version: 9, name: "oauth", sql: oauth },
  { version: 10, name: "secrets", sql: secrets },
  { version: 11, name: "tenants", sql: tenants },
  { version: 12, name: "heartbeat", sql: heartbeat },
  { version: 13, name: "backups", sql: backups },
  { version: 14, name: "people", sql: people },
  { version: 15, name: "identity", sql: identity },
  { version: 16, name: "interface_language", sql: interfaceLanguage },
  { version: 17, name: "organization_dictionary", sql: organizationDictionary },
  { version: 18, name: "examination", sql: examination },
  { version: 19, name: "usage_sums", sql: usageSums },
  { version: 20, name: "session_revisions", sql: sessionRevisions },
  { version: 21, name: "daily_changes", sql: dailyChanges },
  { version: 22, name: "order_of_sessions", sql: orderOfSessions },
  { version: 23, name: "draft_keys", sql: draftKeys },
  { version: 24, name: "requests", sql: requests },
  { version: 25, name: "written_reports", sql: writtenReports },
  { version: 26, name: "unsure_words", sql: unsureWords },
  { version: 27, name: "templates", sql: templates },
  { version: 28, name: "deliveries", sql: deliveries },
  { version: 29, name: "webhooks", sql: webhooks },
  { version: 30, name: "quotas", sql: quotas },
  { version: 31, name: "dismissed_suggestions", sql: dismissedSuggestions },
  { version: 32, name: "watched_files", sql: watchedFiles },
  { version: 33, name: "recordings", sql: recordings },
  { version: 34, name: "server_auditors", sql: serverAuditors },
  { version: 35, name: "currency", sql: currency },
  { version: 36, name: "dictionary_proposals", sql: dictionaryProposals },
  { version: 37, name: "health", sql: health },
  { version: 38, name: "content_review", sql: contentReview },
  { version: 39, name: "first_run", sql: firstRun },
  { version: 40, name: "stream_sounds", sql: streamSounds },
  { version: 41, name: "recording_saves", sql: recordingSaves },
  { version: 42, name: "invoices_of_account", sql: invoicesOfAccount },
  { version: 43, name: "decoded_time", sql: decodedTime },
  { version: 44, name: "cluster_workers", sql: clusterWorkers },
  { version: 45, name: "model_choices", sql: modelChoices },
  { version: 46, name: "customization_lists", sql: customizationLists },
];
