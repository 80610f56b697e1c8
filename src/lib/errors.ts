import { PersonFault } from "./person-faults.ts";

/**
 * Every failure that a caller of the API can meet, with its status, whether the same call may succeed later, and one
 * sentence for the page that the appliance serves at `/docs/errors`. The wire's vocabulary: adding a code
 * here is the only way to answer with it.
 */
const CATALOGUE = {
  invalid_request: [400, false, "A field is missing, unknown or out of range."],
  invalid_json: [400, false, "The body is not JSON."],
  invalid_cursor: [400, false, "The cursor was changed, has expired, or belongs to other filters."],
  invalid_audio: [400, false, "The audio cannot be decoded, is cut short, or has no audio track."],
  audio_too_long: [400, false, "The recording is longer than this route accepts."],
  audio_too_short: [400, false, "The recording contains less than 10 ms of audio."],
  unsupported_value: [400, false, "The value is valid elsewhere but not supported here."],
  language_not_available: [400, false, "No installed model pack covers this language."],
  user_required: [400, false, "An organization key needs the header Service-User on this route."],
  invalid_api_key: [401, false, "The credential is missing, malformed, unknown, expired or revoked."],
  payment_method_required: [402, false, "The free usage is used up and no payment method is on file."],
  billing_past_due: [402, false, "An invoice is past due."],
  subscription_required: [403, false, "The plan does not include this."],
  insufficient_scope: [
    403,
    false,
    "The key or token lacks the scope, or the token the audience, for this route.",
  ],
  host_not_allowed: [403, false, "The server does not expect requests under this host name."],
  origin_not_allowed: [403, false, "Pages of this origin may not call the server from a browser."],
  user_not_member: [403, false, "The person named in Service-User is not a member of the organization."],
  account_disabled: [403, false, "The account is disabled."],
  history_unavailable: [403, false, "The organization's policy, or your privacy mode, forbids history."],
  role_required: [403, false, "Your role in the organization does not allow this."],
  recording_access_required: [
    403,
    false,
    "The recording or folder is shared with you, but your access does not include this.",
  ],
  administrator_required: [403, false, "Only administrators of the server may do this."],
  address_not_allowed: [403, false, "The organization's keys do not work from this network address."],
  second_step_required: [
    403,
    false,
    "The organization, or this act of an administrator, requires a second step at log-in; set one up first.",
  ],
  browser_session_required: [
    403,
    false,
    "The route is for people who are logged in with a browser; it accepts no keys or tokens.",
  ],
  fresh_log_in_required: [403, false, "The last log-in is too long ago for this; log in again first."],
  foreign_request: [403, false, "The request did not come from a page of the browser session that it used."],
  organization_not_found: [404, false, "No organization has this id, or you do not belong to it."],
  person_not_found: [404, false, "Nobody on this server has this id."],
  key_not_found: [404, false, "This account has no such key."],
  grant_not_found: [404, false, "No app with this id has access to your account."],
  session_not_found: [404, false, "You have no session with this id."],
  recording_not_found: [404, false, "You have no recording with this id."],
  revision_not_found: [404, false, "The transcript has no such revision, or it is no longer kept."],
  folder_not_found: [404, false, "You have no folder of recordings with this id."],
  upload_not_found: [404, false, "You have no unfinished upload with this id, or it has expired."],
  proposal_not_found: [404, false, "The organization has no such proposal, or it has been decided."],
  template_not_found: [404, false, "You have no template with this id."],
  webhook_not_found: [404, false, "The organization has no webhook with this id."],
  task_not_found: [404, false, "Administrators have no task with this id, or it is no longer kept."],
  worker_not_found: [404, false, "The server has no worker with this name, or no longer has it."],
  job_not_found: [404, false, "You have no transcription job with this id."],
  model_not_found: [404, false, "No such model."],
  route_not_found: [404, false, "No such route."],
  method_not_allowed: [405, false, "The route does not accept this method."],
  upload_too_slow: [408, true, "The upload was too slow to be kept in memory."],
  idempotency_conflict: [409, false, "The idempotency key was used with different content."],
  transcript_customizations_conflict: [409, false, "The customizations changed since the expected revision."],
  revision_conflict: [409, false, "It has been changed since the revision that the request names."],
  another_person: [409, false, "The request names another person than the one who is logged in."],
  policy_changed: [409, false, "Your organizations or their policies changed after the page was loaded."],
  task_conflict: [409, false, "The same task is already running, or can no longer be cancelled."],
  pack_conflict: [
    409,
    false,
    "The pack cannot be removed: it is in use, configured, chosen for a language, or built in.",
  ],
  recording_state_conflict: [409, false, "The recording is not in a state that allows this."],
  recording_not_ready: [409, false, "The recording has no transcript yet."],
  upload_offset_conflict: [409, false, "The part does not begin where the upload ends; HEAD shows where."],
  upload_incomplete: [409, false, "The file has not arrived in full."],
  job_not_complete: [409, true, "The job is still pending; ask again after Retry-After."],
  job_failed: [409, false, "The job failed; its error_code says why."],
  job_cancelled: [409, false, "The job was cancelled."],
  job_abandoned: [410, false, "The job was abandoned after waiting too long, or because its audio was lost."],
  recording_audio_gone: [410, false, "The sound of the recording was not kept, or is no longer kept."],
  job_expired: [410, false, "The result's retention time is over."],
  tus_version_not_supported: [412, false, "The header Tus-Resumable names no supported version."],
  file_too_large: [413, false, "The uploaded file is over the size limit."],
  payload_too_large: [413, false, "The request body is over the size limit."],
  unsupported_media_type: [415, false, "The body's type or the file's container is not supported."],
  range_not_satisfiable: [416, false, "The header Range names no part of the file."],
  upload_busy: [423, true, "Another connection is sending a part of this upload; wait for Retry-After."],
  rate_limit_exceeded: [
    429,
    true,
    "Too many requests in a minute, or changes in a day; wait for Retry-After.",
  ],
  concurrency_limit_exceeded: [429, true, "Too many audio requests at once; wait for Retry-After."],
  quota_exceeded: [429, true, "The audio of a day or month is used up; wait for Retry-After."],
  upload_checksum_mismatch: [460, true, "The part does not have the checksum that was sent; send it again."],
  internal_error: [500, true, "The server failed; its log has the details for this request id."],
  engine_unavailable: [503, true, "The recognizer is not ready."],
  no_model_installed: [503, false, "No model pack is installed."],
  storage_full: [503, true, "The server's disk is full."],
  storage_unavailable: [503, true, "The server's database cannot be read or written, or is locked."],
  shutting_down: [503, true, "The server is stopping."],
  request_timeout: [504, false, "The deadline passed; a stored job continues under job_id."],
} as const satisfies Record<string, readonly [status: number, retryable: boolean, meaning: string]>;

export type ErrorCode = keyof typeof CATALOGUE;

/**
 * Every failure that only the operator meets, on the command line and at the start of a server. None is retryable:
 * somebody has to look first. None ever answers a request.
 */
const OPERATOR_CATALOGUE = {
  pack_not_found: "No pack of this name is installed, in the catalogue, or at this path.",
  pack_in_use: "The configuration names the pack, or a running server may use it.",
  pack_busy: "Another program is installing or removing the pack.",
  pack_not_removable: "The pack is built in and would be unpacked again.",
  not_a_pack: "The file, folder or archive contains no model pack.",
  configuration_not_applied: "The running server cannot use the configuration; it keeps the one it has.",
  server_not_running: "No server runs on the data folder.",
  server_not_reloadable: "The running server does not read its configuration again.",
  pack_mismatch: "The archive, folder or download is not the pack that was requested.",
  checksum_required: "A download over http:// needs its checksum.",
  pack_damaged: "A file of the pack is damaged.",
  pack_download_failed: "The pack could not be downloaded.",
  bundle_damaged: "The packs inside the executable are damaged.",
  no_database: "The data folder contains no tiro database.",
  database_lost: "The database was deleted or replaced; what is left of it must be put back or removed.",
  upgrade_failed: "The database could not be upgraded to the version of the program.",
  foreign_database: "The database belongs to another program or another build of tiro.",
  newer_database: "The database was written by a newer tiro.",
  data_folder_in_use: "Another server uses the data folder.",
  backup_running: "Another backup of the data folder is being made.",
  backup_damaged: "The backup, or the database in it, is damaged.",
  backup_not_authentic: "The secret key does not authenticate the backup, or it was changed.",
  backup_encrypted: "The backup is encrypted, and no identity was given that opens it.",
  folder_not_empty: "The folder to restore into contains other files.",
  restore_unfinished: "A restore into the data folder was interrupted.",
  bucket_failed: "The storage of s3.endpoint could not be reached, or refused a request.",
  secret_key_missing: "The key that seals the database's secrets is missing.",
  secret_key_wrong: "The key is not the one that sealed the database's secrets.",
  secret_key_unreadable: "The file of the secret key cannot be read, or contains no key.",
  secret_exposed: "A file with a secret can be read by every user of the machine.",
  audit_log_broken: "The audit log was changed by something other than tiro.",
  address_unavailable: "The server cannot listen on the address.",
  certificate_unusable: "The certificate of server.tls, its key or its client authorities cannot be used.",
  cluster_missing: "No cluster was set up, or the broker's address is missing.",
  worker_keys_unusable: "The keys or certificates in worker.folder are missing or do not match.",
  site_unusable: "The folder in web.site_dir, or the logo in it, cannot be read.",
  mail_template_unusable: "A text of mail in mail.templates_dir cannot be used.",
  native_libraries_unusable:
    "Native libraries, such as those in engine.native_dir, are missing or do not fit.",
  platform_unsupported: "tiro does not run on this operating system or processor.",
  not_permitted: "The user who ran tiro has no access to a file or folder.",
  not_writable: "A folder or file cannot be written.",
  disk_full: "The disk is full.",
} as const satisfies Record<string, string>;

export type OperatorCode = keyof typeof OPERATOR_CATALOGUE;

export interface ErrorIssue {
  param: string;
  message: string;
  /** The message for pages, if people read it. Never sent. */
  fault?: PersonFault | undefined;
}

export function issueFor(param: string, fault: PersonFault): ErrorIssue {
  return { param, message: String(fault), fault };
}

export interface ErrorExtras {
  /** The offending parameter, if there is one. */
  param?: string;
  /** Every offending field, for `invalid_request` on product routes. */
  issues?: ErrorIssue[];
  /** Further details, for programs, on routes of the product family. */
  details?: Record<string, unknown>;
  /** The stored transcription job that continues. */
  jobId?: string;
  /** How long to wait before the same call can succeed. Whole seconds are sent rounded up. */
  retryAfterSeconds?: number;
  /** Further response headers, such as `Allow` and `WWW-Authenticate`. */
  headers?: Record<string, string>;
  /** The next step for the operator (never the caller); goes to the log and the command line. */
  hint?: string;
  /** The private cause; goes to the log only. */
  cause?: unknown;
}

/** A failure with a public face (`code`, `status`, `message`) and a private one (`hint`, `cause`). */
export class TiroError extends Error {
  readonly code: ErrorCode;
  /** The message for pages, if people read it. */
  readonly fault: PersonFault | undefined;
  readonly extras: Omit<ErrorExtras, "cause">;

  /** @param message public text: what went wrong and what the caller can do; nothing internal. */
  constructor(code: ErrorCode, message: string | PersonFault, { cause, ...extras }: ErrorExtras = {}) {
    super(String(message), cause === undefined ? undefined : { cause });
    this.name = "TiroError";
    this.fault = message instanceof PersonFault ? message : undefined;
    this.code = code;
    this.extras = extras;
  }

  get status(): number {
    return CATALOGUE[this.code][0];
  }

  get retryable(): boolean {
    return CATALOGUE[this.code][1];
  }
}

interface OperatorErrorExtras {
  /** The next step. */
  hint?: string;
  cause?: unknown;
}

/** A failure that the operator mends. The command line shows its message, code and hint. */
export class OperatorError extends Error {
  readonly code: OperatorCode;
  readonly extras: { hint?: string };

  constructor(code: OperatorCode, message: string, { cause, ...extras }: OperatorErrorExtras = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "OperatorError";
    this.code = code;
    this.extras = extras;
  }
}

/** Whether somebody thought of this failure, so that its message is meant for people. */
export function isKnownError(error: unknown): error is TiroError | OperatorError {
  return error instanceof TiroError || error instanceof OperatorError;
}

/** An error lists no more issues than a person would read. */
const MOST_ISSUES = 20;

/** `invalid_request` with all that is wrong with a request at once. Each message continues after its parameter's name. */
export function invalidRequest(issues: readonly ErrorIssue[]): TiroError {
  const told = issues.slice(0, MOST_ISSUES);
  const message = told.map((issue) => `\`${issue.param}\` ${issue.message}`).join("; ");
  return new TiroError("invalid_request", `${message}.`, { issues: told });
}

/** The catalogue as the documentation shows it. */
export function errorCatalogue(): { code: ErrorCode; status: number; retryable: boolean; meaning: string }[] {
  return Object.entries(CATALOGUE).map(([code, [status, retryable, meaning]]) => ({
    code: code as ErrorCode,
    status,
    retryable,
    meaning,
  }));
}

/** The operator's catalogue as the documentation shows it. */
export function operatorCatalogue(): { code: OperatorCode; meaning: string }[] {
  return Object.entries(OPERATOR_CATALOGUE).map(([code, meaning]) => ({
    code: code as OperatorCode,
    meaning,
  }));
}
