/**
 * The one schema of the configuration: file (TOML), environment (`TIRO_*`) and flags all pass through it.
 * Defaults and descriptions live here; `config/tiro.toml` and the reference are generated from them.
 */
import { z } from "zod";
import { billingSchema } from "./billing-schema.ts";
import { companyLogInSchema } from "./company-log-in-schema.ts";
import { languageModelSchema } from "./language-model-schema.ts";
import { limits } from "./limits.ts";
import { limitsSchema } from "./limits-schema.ts";

const MIB = 1024 * 1024;
const auto = z.literal("auto");
const path = z.string().min(1);
const packIds = z.array(z.string().min(1).max(limits.packIdChars)).min(1).max(limits.packsOfRoute);
const count = z.number().int().min(1).max(limits.engineProcesses);

export const configSchema = z.strictObject({
  server: z
    .strictObject({
      listen: z.string().default("127.0.0.1:8420").describe("Address and port to serve on, HOST:PORT."),
      public_url: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe(
          "The address that clients use, where a reverse proxy stands in front. Default: http:// and `listen`.",
        )
        .meta({ examples: ["https://tiro.example.com"] }),
      trust_forwarded_for: z
        .boolean()
        .default(false)
        .describe(
          "Take the caller's address from the last entry of X-Forwarded-For. Only where a reverse proxy that writes it stands in front.",
        ),
      shutdown_grace_seconds: z
        .number()
        .int()
        .min(0)
        .max(limits.shutdownGraceSeconds)
        .default(30)
        .describe("How long running requests may finish after a stop signal, in seconds."),
    })
    .prefault({}),
  data: z
    .strictObject({
      dir: path.default("tiro-data").describe("Folder of the database, spool and unpacked libraries."),
    })
    .prefault({}),
  auth: z
    .strictObject({
      key_prefixes: z
        .array(z.string().regex(/^[a-z0-9]+_$/))
        .min(1)
        .max(limits.keyPrefixes)
        .default(["tiro_", "sk_"])
        .describe("Prefixes that an API key may have. New keys get the first."),
    })
    .prefault({}),
  oauth: z
    .strictObject({
      registration: z
        .boolean()
        .default(true)
        .describe(
          "Whether apps may register themselves, as assistants do before they ask a person for access. Registering allows nothing yet.",
        ),
      client_metadata_hosts: z
        .array(z.string().regex(/^[a-z0-9.-]+(:\d{1,5})?$/))
        .min(0)
        .max(limits.configHosts)
        .default([])
        .describe(
          "Hosts on which apps may publish what they are, instead of registering; tiro fetches it from there by https.",
        )
        .meta({ examples: [["claude.ai", "vscode.dev"]] }),
    })
    .prefault({}),
  models: z
    .strictObject({
      dir: path
        .optional()
        .describe("Folder of installed model packs. Default: `models` in the data folder.")
        .meta({ examples: ["/srv/tiro/models"] }),
      pack: z
        .string()
        .min(1)
        .optional()
        .describe(
          "The pack for speech of which no language is known; it is loaded at the start. Default: the best that is installed (`tiro models routes`).",
        )
        .meta({ examples: ["starter-en"] }),
      speaker_segmentation: z
        .string()
        .min(1)
        .optional()
        .describe(
          "The pack that tells who speaks when, of the kind `pyannote_segmentation`. Default: tiro's own.",
        )
        .meta({ examples: ["pyannote-segmentation-3.0"] }),
      speaker_embedding: z
        .string()
        .min(1)
        .optional()
        .describe("The pack that knows voices again, of the kind `speaker_embedding`. Default: tiro's own.")
        .meta({ examples: ["wespeaker-resnet34-lm"] }),
      routes: z
        .record(
          z.string(),
          z.union([packIds, z.strictObject({ detected: packIds, forced: packIds }).partial()]),
        )
        .optional()
        .describe(
          "Packs for a language, the first to try in front: a list, or a table with `detected` (the language was heard) and `forced` (the caller named it). Others stay as `tiro models routes` shows them.",
        )
        .meta({ examples: [{ de: ["whisper-turbo", "parakeet-tdt-0.6b-v3"] }] }),
      memory_mib: z
        .union([auto, z.number().int().min(limits.configMemoryMibMin)])
        .default("auto")
        .describe(
          "Memory for all loaded packs together, in MiB; the pack that was not used for longest makes room. `auto`: 60 % of the machine's.",
        ),
    })
    .prefault({}),
  engine: z
    .strictObject({
      processes: z
        .union([auto, count])
        .default("auto")
        .describe("Recognizer processes for batch work. `auto` follows the cores and the model's size."),
      interactive_process: z
        .union([auto, z.boolean()])
        .default("auto")
        .describe(
          "Whether dictation has a recognizer process of its own. `auto`: yes, while the model is small.",
        ),
      threads: z.union([auto, count]).default("auto").describe("Threads of one decode."),
      parallel_decodes: z.union([auto, count]).default("auto").describe("Decodes at once in one process."),
      batch: z
        .union([auto, z.number().int().min(1).max(limits.engineBatch)])
        .default("auto")
        .describe(
          "Pieces of speech that are decoded in one call. `auto`: 1 on a CPU, 16 on a GPU. Models that cannot (Whisper) take them one by one.",
        ),
      start_deadline_ms: z
        .number()
        .int()
        .min(limits.configDeadlineMsMin)
        .max(limits.configDeadlineMsMax)
        .default(60_000)
        .describe(
          "A recognizer that shows no progress for this long while it starts is stopped, in milliseconds.",
        ),
      stall_timeout_ms: z
        .number()
        .int()
        .min(limits.engineStallMsMin)
        .max(limits.configDeadlineMsMax)
        .default(60_000)
        .describe(
          "A recognizer that holds work and shows no progress for this long is killed, in milliseconds.",
        ),
      memory_limit_mib: z
        .union([auto, z.number().int().min(limits.configMemoryMibMin)])
        .default("auto")
        .describe("A recognizer process above this is replaced between two recordings, in MiB."),
      provider: z.enum(["cpu", "cuda"]).default("cpu").describe("Where the model runs."),
      native_dir: path
        .optional()
        .describe("Folder of native libraries to use instead of the built-in ones.")
        .meta({ examples: ["/opt/tiro-gpu"] }),
      sandbox: z
        .enum(["auto", "required", "off"])
        .default("auto")
        .describe(
          "Whether recognizers and decoders are confined to their own files, without network (Landlock and seccomp). `auto`: as far as the kernel can, with a warning in the log where it cannot; `required`: tiro refuses to start where it cannot.",
        ),
      sandbox_readable: z
        .array(path)
        .min(0)
        .max(limits.sandboxReadablePaths)
        .default([])
        .describe(
          "Further files and folders that recognizers may read, such as CUDA libraries outside the system's own folders.",
        )
        .meta({ examples: [["/srv/cuda"]] }),
    })
    .prefault({}),
  media: z
    .strictObject({
      deadline_ms: z
        .number()
        .int()
        .min(limits.configDeadlineMsMin)
        .max(limits.configDeadlineMsMax)
        .default(900_000)
        .describe("Longest time that decoding one file may take, in milliseconds."),
      wasm_path: path
        .optional()
        .describe("Folder of replacement FFmpeg WebAssembly modules.")
        .meta({ examples: ["/opt/tiro-ffmpeg"] }),
    })
    .prefault({}),
  transcription: z
    .strictObject({
      sync_deadline_ms: z
        .number()
        .int()
        .min(limits.configDeadlineMsMin)
        .max(limits.answerDeadlineMs)
        .default(limits.answerDeadlineMs)
        .describe("Synchronous calls answer 504 with a job id after this long, in milliseconds."),
      result_retention_hours: z
        .number()
        .int()
        .min(1)
        .max(limits.resultRetentionHours)
        .default(72)
        .describe("How long results of jobs are kept after they end, in hours."),
      queue_length: z
        .number()
        .int()
        .min(1)
        .max(limits.queueLength)
        .default(1_000)
        .describe("Recordings that may wait, over all accounts; beyond it new ones get 503."),
      memory_dir: z
        .string()
        .min(1)
        .default("/dev/shm")
        .describe(
          "A file system in memory (tmpfs): recordings of organizations under zero retention lie there, without a name, and never reach the disk.",
        ),
      memory_upload_mib: z
        .number()
        .int()
        .min(1)
        .max(limits.memoryUploadMib)
        .default(1_024)
        .describe("Memory for such recordings, over all accounts, in MiB. Beyond it new ones get 503."),
    })
    .prefault({}),
  dictation: z
    .strictObject({
      deadline_ms: z
        .number()
        .int()
        .min(limits.configDeadlineMsMin)
        .max(limits.answerDeadlineMs)
        .default(limits.answerDeadlineMs)
        .describe("Dictations that are not done after this long end with 504, in milliseconds."),
      recognizer_words: z
        .number()
        .int()
        .min(1)
        .max(limits.dictionaryWords)
        .default(limits.hotwords)
        .describe("How many words of a person's dictionary are used, the newest first; more give a warning."),
      upload_memory_mib: z
        .number()
        .int()
        .min(limits.dictationFileBytes / MIB)
        .max(limits.dictationUploadMib)
        .default(256)
        .describe(
          "Memory for recordings that are dictated now, over all accounts, in MiB: they never reach the disk. Beyond it new ones get 503.",
        ),
    })
    .prefault({}),
  mcp: z
    .strictObject({
      allowed_hosts: z
        .array(z.string().regex(/^[a-z0-9.-]+$/))
        .min(0)
        .max(limits.configHosts)
        .default([])
        .describe(
          "Further host names under which assistants reach /mcp, beside that of `public_url`, localhost and addresses in digits.",
        )
        .meta({ examples: [["stt.internal.example"]] }),
      allowed_origins: z
        .array(z.string().regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/))
        .min(0)
        .max(limits.configHosts)
        .default([])
        .describe(
          "Web pages, by their origin, that may call /mcp from a browser. Assistants outside a browser need no entry.",
        )
        .meta({ examples: [["https://inspector.example.com"]] }),
    })
    .prefault({}),
  company_log_in: companyLogInSchema,
  language_model: languageModelSchema,
  limits: limitsSchema,
  billing: billingSchema,
  log: z
    .strictObject({
      level: z
        .enum(["debug", "info", "warn", "error", "silent"])
        .default("info")
        .describe("Least severe level written."),
    })
    .prefault({}),
});

/** As it was written, secrets included: it does not leave this folder. */
export type WrittenConfig = z.output<typeof configSchema>;

/** As the rest of the program sees it: complete, frozen once loaded, and without any secret. */
export type Config = DeepReadonly<
  Omit<WrittenConfig, "language_model" | "company_log_in"> & {
    language_model: Omit<WrittenConfig["language_model"], "api_key">;
    company_log_in: Omit<WrittenConfig["company_log_in"], "client_secret">;
  }
>;

/** What must reach neither a log nor a report; handed only to the part that needs it. */
export interface Secrets {
  languageModelApiKey: string | null;
  companyLogInSecret: string | null;
}

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;
