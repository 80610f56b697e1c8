/** Shared parts of operations: named schemas, headers, parameters, ways to prove who calls. */
import { z } from "zod";
import type { ZodOpenApiSecuritySchemeObject } from "zod-openapi";
import { limits } from "../../config/limits.ts";
import { SessionFeedback } from "../../dictation/history/feedback.ts";
import { SessionDetail, SessionSummary, SessionTranscript } from "../../dictation/history/sessions.ts";
import { Customizations, UpdatedCustomizations } from "../../dictation/personal/customizations.ts";
import { Settings } from "../../dictation/personal/settings.ts";
import { Template } from "../../dictation/personal/templates.ts";
import { DictationResult } from "../../dictation/result.ts";
import { idOf, LanguageCode } from "../../lib/wire.ts";
import {
  Recording,
  RecordingFolder,
  RecordingTranscript,
  TranscriptChange,
  TranscriptSegment,
} from "../../recordings/wire.ts";
import { DiarizedTranscription } from "../../transcription/formats/diarized-json.ts";
import { JsonTranscription } from "../../transcription/formats/json.ts";
import { VerboseTranscription } from "../../transcription/formats/verbose-json.ts";
import { FunctionalHealth, HealthStatus } from "../../transcription/functional-check.ts";
import { ErrorEnvelope, OAuthErrorBody, TranscriptionError } from "../../web/error-bodies.ts";
import { TranscriptionJob } from "../../work/request.ts";
import { AccountStanding } from "../account/billing.ts";
import { BrowserSession } from "../account/browser-sessions.ts";
import { ContentView } from "../account/content-views.ts";
import { Grant } from "../account/grants.ts";
import { Passkey } from "../account/passkeys.ts";
import { Profile } from "../account/profile.ts";
import { UsageReport } from "../account/usage.ts";
import { ServerAuditEvent } from "../administration/audit.ts";
import { Backups } from "../administration/backups.ts";
import { DirectoryOverview } from "../administration/directory.ts";
import { Certificate } from "../administration/expiring.ts";
import { HealthHistory } from "../administration/health.ts";
import { AccountPayment } from "../administration/invoices.ts";
import { AdministeredJob } from "../administration/jobs.ts";
import { AccountLimits } from "../administration/limits.ts";
import { AdministeredOrganization } from "../administration/organization-body.ts";
import { CataloguePackList, InstalledPackList } from "../administration/packs.ts";
import { PersonAccess } from "../administration/person-access.ts";
import { Person, PersonDetail } from "../administration/person-body.ts";
import { AdministeredRecognition } from "../administration/recognition.ts";
import { MonthlyReport } from "../administration/report.ts";
import { ScimTokenSchema } from "../administration/scim-tokens.ts";
import { ConfigurationInForce, DoctorReport, UpgradeCheck } from "../administration/site.ts";
import { AdministrationTask } from "../administration/tasks.ts";
import { AdministeredWorkers } from "../administration/workers.ts";
import { ApiKeySchema, CreatedApiKey } from "../bodies/api-keys.ts";
import { AuditEvent } from "../bodies/audit-event.ts";
import { BindingPolicy } from "../bodies/binding-policy.ts";
import { Invoice } from "../bodies/invoice.ts";
import { PolicyEffect } from "../bodies/policy-effect.ts";
import { CustomizationOperation } from "../customizations.ts";
import { Health } from "../health.ts";
import { Installation } from "../installation.ts";
import { Principal } from "../me.ts";
import { Model } from "../models.ts";
import { OrganizationDictionary } from "../organizations/dictionary.ts";
import { DictionaryProposal } from "../organizations/dictionary-proposals.ts";
import { OrganizationInvitation } from "../organizations/invitations.ts";
import { OrganizationMember } from "../organizations/members.ts";
import { Organization } from "../organizations/organization.ts";
import { OrganizationUsageReport } from "../organizations/usage-report.ts";

/** Named here, not in the schemas, because the tools of MCP write the same schemas without references. */
export const schemas = {
  Transcription: JsonTranscription,
  VerboseTranscription,
  DiarizedTranscription,
  TranscriptionJob,
  TranscriptionError,
  DictationResult,
  SessionSummary,
  SessionDetail,
  SessionTranscript,
  SessionFeedback,
  Customizations,
  CustomizationOperation,
  UpdatedCustomizations,
  Template,
  Recording,
  RecordingFolder,
  RecordingTranscript,
  TranscriptSegment,
  TranscriptChange,
  Settings,
  LanguageCode,
  Principal,
  Profile,
  ApiKey: ApiKeySchema,
  CreatedApiKey,
  Grant,
  BrowserSession,
  Passkey,
  Installation,
  UsageReport,
  MonthlyReport,
  AccountStanding,
  Organization,
  OrganizationDictionary,
  DictionaryProposal,
  OrganizationMember,
  OrganizationInvitation,
  OrganizationUsageReport,
  Invoice,
  AuditEvent,
  ServerAuditEvent,
  AdministeredJob,
  AdministrationTask,
  AdministeredRecognition,
  AdministeredWorkers,
  InstalledPackList,
  CataloguePackList,
  AccountLimits,
  AccountPayment,
  Backups,
  Certificate,
  ConfigurationInForce,
  DoctorReport,
  DirectoryOverview,
  ScimToken: ScimTokenSchema,
  HealthHistory,
  UpgradeCheck,
  Person,
  PersonDetail,
  AdministeredOrganization,
  PolicyEffect,
  BindingPolicy,
  ContentView,
  PersonAccess,
  Model,
  Health,
  HealthStatus,
  FunctionalHealth,
  ErrorEnvelope,
  OAuthError: OAuthErrorBody,
};

const header = <Schema extends z.ZodType>(id: string, schema: Schema, description: string) =>
  schema.meta({ header: { id, description } });

export const requestIdHeader = {
  "x-request-id": header(
    "RequestId",
    idOf("req"),
    "Identifies the request in the server's log; a stored job has the same identifier.",
  ),
};

const whole = () => z.int().min(0).optional();
/** On the answers to calls whose key was valid. */
export const rateLimitHeaders = {
  "x-ratelimit-limit-requests": header(
    "RateLimitRequests",
    whole(),
    "Requests a minute that the account may make.",
  ),
  "x-ratelimit-remaining-requests": header(
    "RateLimitRemainingRequests",
    whole(),
    "How many of them are left.",
  ),
  "x-ratelimit-reset-requests": header(
    "RateLimitResetRequests",
    z.number().min(0).optional(),
    "Seconds until all of them are there again.",
  ),
  "x-ratelimit-limit-concurrency": header(
    "RateLimitConcurrency",
    whole(),
    "Audio requests that the account may have under way at once.",
  ),
  "x-ratelimit-remaining-concurrency": header(
    "RateLimitRemainingConcurrency",
    whole(),
    "How many more it may start now.",
  ),
};

export const errorHeaders = {
  ...requestIdHeader,
  "x-should-retry": header(
    "ShouldRetry",
    z.enum(["true", "false"]),
    "Whether the same call can succeed later.",
  ),
  "Retry-After": header(
    "RetryAfter",
    whole(),
    "Seconds to wait, on errors after which the same call can succeed.",
  ),
  "retry-after-ms": header("RetryAfterMs", whole(), "The same in milliseconds."),
  "WWW-Authenticate": header(
    "Challenge",
    z.string().optional(),
    "If a credential is missing or does not suffice: the one that is needed (RFC 6750, RFC 9728).",
  ),
  ...rateLimitHeaders,
};

const printable = (minChars: number, maxChars: number) =>
  z
    .string()
    .min(minChars)
    .max(maxChars)
    .regex(minChars > 0 ? /^[\x20-\x7e]+$/ : /^[\x20-\x7e]*$/)
    .optional();
const parameter = <Schema extends z.ZodType>(id: string, schema: Schema, description: string) =>
  schema.meta({ param: { id, description } });

export const parameters = {
  idempotencyKey: parameter(
    "IdempotencyKey",
    printable(1, limits.idempotencyKeyChars),
    "The same call sent again with the same key within 24 hours gets the same answer and is billed once.",
  ),
  clientRequestId: parameter(
    "ClientRequestId",
    printable(0, limits.clientRequestIdChars),
    "For correlation in the server's log only.",
  ),
  serviceUser: parameter(
    "ServiceUser",
    idOf("usr").optional(),
    "With an organization's key, the member as whom the call acts; ignored with a person's own key.",
  ),
  person: parameter(
    "Person",
    idOf("usr").optional(),
    "Whom the call is for: with anybody else's session, key or token it is refused (`another_person`). Pages send it with every call, because another person may log in in the same browser. If no header can be sent, the parameter `for` of the address says the same.",
  ),
  policyRevision: parameter(
    "PolicyRevision",
    z.string().optional(),
    "In a browser session, `policy_revision` of the profile that the page shows: once it is another one, the call is refused (`policy_changed`).",
  ),
  csrfToken: parameter("CsrfToken", z.string(), "The token in the forms of the session's pages."),
};

export const securitySchemes = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    description:
      "An API key. It allows everything, unless it was created with the scope `read` or `write` alone.",
  },
  browserSession: {
    type: "apiKey",
    in: "cookie",
    name: "tiro_session",
    description:
      "A person's session in a browser, which also counts below `/v1` as a key of theirs that allows everything. Its cookie is called `__Host-tiro_session` behind TLS. Requests other than GET come from a page of this server and carry the session's CSRF token, in the form field `csrf` or in the header `x-csrf-token`.",
  },
  oauth: {
    type: "oauth2",
    description:
      "A token that a person allowed an app, for the resource `/v1` of this server. The scopes of an operation apply to keys with a scope, too.",
    flows: {
      authorizationCode: {
        authorizationUrl: "/oauth/authorize",
        tokenUrl: "/oauth/token",
        refreshUrl: "/oauth/token",
        scopes: {
          read: "Read dictations, texts, customizations, settings, jobs and results.",
          write: "Dictate, transcribe, cancel jobs, give feedback, change customizations and settings.",
        },
      },
    },
  },
} as const satisfies Record<string, ZodOpenApiSecuritySchemeObject>;
