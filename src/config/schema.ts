/**
 * The one schema of the configuration: file (TOML), environment (`TIRO_*`) and flags all pass through it.
 * Defaults and descriptions live here; `config/tiro.toml` and the reference are generated from them.
 */
import { z } from "zod";
import { DAY_MS, MIB, MINUTE_MS } from "../lib/units.ts";
import { authSchema } from "./auth-schema.ts";
import { backupSchema } from "./backup-schema.ts";
import { billingSchema, reportsSchema } from "./billing-schema.ts";
import { clusterSchema, workerSchema } from "./cluster-schema.ts";
import { companyLogInSchema } from "./company-log-in-schema.ts";
import { languageModelSchema } from "./language-model-schema.ts";
import { ldapSchema } from "./ldap-schema.ts";
import { limits } from "./limits.ts";
import { limitsSchema } from "./limits-schema.ts";
import { mailSchema } from "./mail-schema.ts";
import { auditSchema, logSchema, metricsSchema, tracesSchema } from "./observation-schema.ts";
import { s3Schema } from "./s3-schema.ts";
import { serverSchema, webOrigin } from "./server-schema.ts";
import { flag, listOf, optional, path, patterned, section, setting, whole, words } from "./setting.ts";
import { watchSchema } from "./watch-schema.ts";
import { webSchema } from "./web-schema.ts";
import { webhooksSchema } from "./webhooks-schema.ts";

const auto = z.literal("auto");
const packIds = z.array(z.string().min(1).max(limits.packIdChars)).min(1).max(limits.packsOfRoute);
const count = whole(1, limits.engineProcesses);

export const configSchema = z.strictObject({
  server: serverSchema,
  web: webSchema,
  data: section({
    dir: setting(path, "tiro-data", "Folder for the database, the spool and the unpacked libraries."),
  }),
  secret: section({
    key_file: optional(
      path,
      "/etc/tiro/secret.key",
      "File of the key that seals the secrets in the database: 32 random bytes in base 64. Default: the systemd credential `tiro-secret-key`, else `secret.key` in the data folder, which tiro makes.",
    ),
  }),
  auth: authSchema,
  oauth: section({
    registration: flag(
      true,
      "Whether apps may register themselves, as assistants do before they ask a person for access. Registration alone grants nothing.",
    ),
    access_token_minutes: setting(
      whole(limits.oauthAccessTokenMsMin / MINUTE_MS, limits.oauthAccessTokenMsMax / MINUTE_MS),
      limits.oauthAccessTokenMs / MINUTE_MS,
      "How long an app's access token works, in minutes. Revoking the app ends it at once.",
    ),
    refresh_token_days: setting(
      whole(1, limits.oauthRefreshTokenMsMax / DAY_MS),
      limits.oauthRefreshTokenMs / DAY_MS,
      "Days without use after which an app has to ask the person again.",
    ),
    client_metadata_hosts: setting(
      listOf(
        patterned(/^[a-z0-9.-]+(:\d{1,5})?$/, "a host in small letters, with or without a port"),
        limits.configHosts,
      ),
      [],
      "Hosts where apps may publish their client metadata instead of registering; tiro fetches it over https.",
      ["claude.ai", "vscode.dev"],
    ),
  }),
  models: section({
    dir: optional(
      path,
      "/srv/tiro/models",
      "Folder of installed model packs. Default: `models` in the data folder.",
    ),
    pack: optional(
      words,
      "parakeet-tdt-0.6b-v3",
      "The pack for speech whose language is unknown; loaded at start. Default: the best installed pack (`tiro models routes`).",
    ),
    default: setting(
      z.enum(["auto", "moonshine-tiny-en", "starter-en"]),
      "auto",
      `The built-in recognizer for English, which is used if no better pack is installed. \`auto\`: \`moonshine-tiny-en\`, or \`starter-en\` if \`memory_mib\` is under ${limits.defaultRecognizerMib}.`,
    ),
    speaker_segmentation: optional(
      words,
      "pyannote-segmentation-3.0",
      "The pack that detects who speaks when, of kind `pyannote_segmentation`. Default: the built-in one.",
    ),
    speaker_embedding: optional(
      words,
      "wespeaker-resnet34-lm",
      "The pack that recognizes voices, of kind `speaker_embedding`. Default: the built-in one.",
    ),
    punctuation: setting(
      words,
      "auto",
      "Sets punctuation and capitals for recognizers that give none: `auto` (the best installed pack for the language), `off`, or a pack's id, which then comes first for its languages.",
      "online-punct-en",
    ),
    routes: optional(
      z.record(
        z.string(),
        z.union([packIds, z.strictObject({ detected: packIds, forced: packIds }).partial()]),
      ),
      { de: ["whisper-turbo", "parakeet-tdt-0.6b-v3"] },
      "Packs for a language, in the order to try: a list, or a table with `detected` (tiro detected the language) and `forced` (the request named it). Other languages keep the routes that `tiro models routes` shows.",
    ),
    aliases: setting(
      z.record(z.string().min(1).max(limits.modelAliasChars), z.literal("speech-v1.5")),
      {},
      "Further names that clients may send as `model`, for programs with a fixed model name: each stands for `speech-v1.5`.",
      { "whisper-1": "speech-v1.5" },
    ),
    install_from: setting(
      z
        .array(
          z
            .url({ protocol: /^https?$/ })
            .refine(
              (address) => address.endsWith("/") && !/[?#@]/.test(address),
              "must end in / and have no query or password",
            ),
        )
        .max(limits.packMirrors),
      [],
      "Folders of mirrors from which administrators may install packs of the catalogue in the browser. The server downloads only from these addresses; if the list is empty, from none. Files are named as in `tiro models fetch-list`; those from `http://` need a known checksum.",
      ["https://mirror.example.com/tiro/"],
    ),
    memory_mib: setting(
      z.union([auto, z.number().int().min(limits.configMemoryMibMin)]),
      "auto",
      "Memory for all loaded packs together, in MiB; the least recently used pack is unloaded to make room. `auto`: 60 % of the machine's memory.",
    ),
  }),
  engine: section({
    processes: setting(
      z.union([auto, count]),
      "auto",
      "Recognizer processes for batch work. `auto`: chosen from the number of cores and the size of the model.",
    ),
    interactive_process: setting(
      z.union([auto, z.boolean()]),
      "auto",
      "Whether dictation gets a recognizer process of its own. `auto`: yes, if the model is small.",
    ),
    threads: setting(z.union([auto, count]), "auto", "Threads per decode."),
    parallel_decodes: setting(z.union([auto, count]), "auto", "Concurrent decodes per process."),
    batch: setting(
      z.union([auto, whole(1, limits.engineBatch)]),
      "auto",
      "Pieces of speech decoded in one call. `auto`: 1 on a CPU, 16 on a GPU. Models without batch support (Whisper) decode them one by one.",
    ),
    start_deadline_ms: setting(
      whole(limits.configDeadlineMsMin, limits.configDeadlineMsMax),
      60_000,
      "A recognizer that makes no progress for this long while starting is stopped, in milliseconds.",
    ),
    stall_timeout_ms: setting(
      whole(limits.engineStallMsMin, limits.configDeadlineMsMax),
      60_000,
      "A recognizer that has work and makes no progress for this long is killed, in milliseconds.",
    ),
    memory_limit_mib: setting(
      z.union([auto, z.number().int().min(limits.configMemoryMibMin)]),
      "auto",
      "A recognizer process that uses more memory than this is replaced between two recordings, in MiB.",
    ),
    provider: setting(z.enum(["cpu", "cuda"]), "cpu", "The device on which the model runs."),
    native_dir: optional(
      path,
      "/opt/tiro-gpu",
      "Folder with native libraries to use instead of the built-in ones.",
    ),
    sandbox: setting(
      z.enum(["auto", "required", "off"]),
      "auto",
      "Whether recognizers and decoders are confined to their own files, without network (Landlock and seccomp). `auto`: as far as the kernel can, with a warning in the log if it cannot; `required`: tiro does not start if it cannot.",
    ),
    sandbox_readable: setting(
      listOf(path, limits.sandboxReadablePaths),
      [],
      "Further files and folders that recognizers may read, such as CUDA libraries outside the system's own folders.",
      ["/srv/cuda"],
    ),
  }),
  media: section({
    deadline_ms: setting(
      whole(limits.configDeadlineMsMin, limits.configDeadlineMsMax),
      900_000,
      "Longest time for decoding one file, in milliseconds. Time in which the decoder waits for a processor does not count.",
    ),
    inspection_deadline_ms: setting(
      whole(limits.configDeadlineMsMin, limits.configDeadlineMsMax),
      5_000,
      "Longest time for finding out what a file is and how long it lasts, in milliseconds, counted in the same way; ordinary recordings take less than a second.",
    ),
    wasm_path: optional(
      path,
      "/opt/tiro-ffmpeg",
      "Folder with an FFmpeg WebAssembly module (`ffmpeg.wasm`) to use instead of the built-in one.",
    ),
  }),
  cluster: clusterSchema,
  worker: workerSchema,
  transcription: section({
    sync_deadline_ms: setting(
      whole(limits.configDeadlineMsMin, limits.answerDeadlineMs),
      limits.answerDeadlineMs,
      "Synchronous calls return 504 with a job id after this long, in milliseconds.",
    ),
    result_retention_hours: setting(
      whole(1, limits.resultRetentionHours),
      72,
      "How long the results of jobs are kept after completion, in hours.",
    ),
    queue_length: setting(
      whole(1, limits.queueLength),
      1_000,
      "Recordings that may wait, over all accounts; beyond that, new ones get 503.",
    ),
    memory_dir: setting(
      path,
      "/dev/shm",
      "A file system in memory (tmpfs) for recordings under zero retention, and for those that the app sends if nothing of its person may be kept. They have no file name there and never reach the disk.",
    ),
    memory_upload_mib: setting(
      whole(1, limits.memoryUploadMib),
      1_024,
      "Memory for such recordings, over all accounts, in MiB. Beyond that, new ones get 503.",
    ),
  }),
  dictation: section({
    deadline_ms: setting(
      whole(limits.configDeadlineMsMin, limits.answerDeadlineMs),
      limits.answerDeadlineMs,
      "Dictations that take longer than this fail with 504, in milliseconds.",
    ),
    recognizer_words: setting(
      whole(1, limits.dictionaryWords),
      limits.hotwords,
      "How many words of a person's dictionary are used, newest first; more cause a warning.",
    ),
    upload_memory_mib: setting(
      whole(limits.dictationFileBytes / MIB, limits.dictationUploadMib),
      256,
      "Memory for dictations in progress, over all accounts, in MiB: they never reach the disk. Beyond that, new ones get 503.",
    ),
  }),
  recordings: section({
    upload_mib: setting(
      whole(1, limits.uploadMibMax),
      2_048,
      "The largest file of a recording that is uploaded in parts, in MiB.",
    ),
    unfinished_uploads_gib: setting(
      whole(1, limits.unfinishedUploadsGibMax),
      32,
      "Room for files that are being uploaded in parts, over all accounts, in GiB; one account may use its share (`limits.share_percent`), or one file of the largest size. They expire a day after their last byte.",
    ),
    audio_days: setting(
      whole(0, limits.audioDaysMax),
      7,
      "How long the sound of a recording is kept, encrypted, in days, so that its transcript can be checked against it. 0: no sound is kept.",
    ),
  }),
  realtime: section({
    idle_seconds: setting(
      whole(1, limits.liveIdleSecondsMax),
      300,
      "How long a live stream may be without audio, in seconds; then it ends.",
    ),
  }),
  mcp: section({
    allowed_hosts: setting(
      listOf(patterned(/^[a-z0-9.-]+$/, "a host in small letters, without a port"), limits.configHosts),
      [],
      "Further host names of this server, beside that of `public_url`, localhost and IP addresses: assistants reach /mcp under them, and without `public_url` answers name them.",
      ["stt.internal.example"],
    ),
    allowed_origins: setting(
      listOf(webOrigin, limits.configHosts),
      [],
      "Origins of web pages that may call /mcp from a browser. Assistants outside a browser need no entry.",
      ["https://inspector.example.com"],
    ),
  }),
  company_log_in: companyLogInSchema,
  ldap: ldapSchema,
  language_model: languageModelSchema,
  mail: mailSchema,
  webhooks: webhooksSchema,
  watch: watchSchema,
  s3: s3Schema,
  backup: backupSchema,
  limits: limitsSchema,
  billing: billingSchema,
  reports: reportsSchema,
  log: logSchema,
  metrics: metricsSchema,
  audit: auditSchema,
  traces: tracesSchema,
});

/** As it was written, secrets included: it does not leave this folder. */
export type WrittenConfig = z.output<typeof configSchema>;

/** As the rest of the program sees it: complete, frozen once loaded, and without any secret. */
export type Config = DeepReadonly<
  Omit<WrittenConfig, "language_model" | "company_log_in" | "ldap" | "mail" | "s3" | "metrics" | "traces"> & {
    language_model: Omit<WrittenConfig["language_model"], "api_key">;
    company_log_in: Omit<WrittenConfig["company_log_in"], "client_secret">;
    ldap: Omit<WrittenConfig["ldap"], "bind_password">;
    mail: Omit<WrittenConfig["mail"], "password">;
    s3: Omit<WrittenConfig["s3"], "secret_key">;
    metrics: Omit<WrittenConfig["metrics"], "token">;
    traces: Omit<WrittenConfig["traces"], "authorization">;
  }
>;

/** Settings that must reach neither a log nor a report; handed only to the part that needs it. */
export interface Secrets {
  languageModelApiKey: string | null;
  companyLogInSecret: string | null;
  ldapBindPassword: string | null;
  mailPassword: string | null;
  s3SecretKey: string | null;
  metricsToken: string | null;
  tracesAuthorization: string | null;
}

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
