import { z } from "zod";
import { limits } from "./limits.ts";
import { PLANS } from "./plans.ts";
import { whole } from "./whole.ts";

const unlimited = z.literal("unlimited");

/** Limits of an account, by name: the defaults, a plan's and an account's own are all made of these. */
export const accountLimitSchemas = {
  requests_per_minute: whole(1, limits.requestsPerMinute),
  concurrent_audio: whole(1, limits.concurrentAudio),
  stored_jobs: whole(1, limits.storedJobs),
  storage_bytes: z.union([unlimited, z.number().int().min(1)]),
  daily_audio_seconds: z.union([unlimited, z.number().int().min(1)]),
  monthly_audio_seconds: z.union([unlimited, z.number().int().min(1)]),
} as const;

export type AccountLimitName = keyof typeof accountLimitSchemas;

const {
  requests_per_minute,
  concurrent_audio,
  stored_jobs,
  storage_bytes,
  daily_audio_seconds,
  monthly_audio_seconds,
} = accountLimitSchemas;

export const limitsSchema = z
  .strictObject({
    requests_per_minute: requests_per_minute.default(600).describe("Requests per account in any 60 seconds."),
    concurrent_audio: concurrent_audio.default(32).describe("Concurrent audio requests per account."),
    stored_jobs: stored_jobs.default(1_000).describe("Unfinished stored jobs per account."),
    storage_bytes: storage_bytes
      .default("unlimited")
      .describe("Uploads and stored results per account, in bytes."),
    daily_audio_seconds: daily_audio_seconds
      .default("unlimited")
      .describe("Recognized audio per account and day (in `billing.time_zone`), in seconds."),
    monthly_audio_seconds: monthly_audio_seconds
      .default("unlimited")
      .describe("Recognized audio per account and calendar month (in `billing.time_zone`), in seconds."),
    share_percent: whole(1, 100)
      .default(25)
      .describe(
        "The share of one account in what all accounts use together, in percent: of the queue of jobs, and of the memory for uploads, where it may use what others leave, except for one share.",
      ),
    min_upload_kib_per_second: whole(0, limits.minUploadKibPerSecond)
      .default(8)
      .describe(
        "An upload that is held in memory (a dictation, or a recording under zero retention) and slower than this over 30 seconds fails with 408, in KiB/s. 0: none does.",
      ),
    plans: z
      .partialRecord(z.enum(PLANS), z.strictObject(accountLimitSchemas).partial())
      .default({})
      .describe("Limits that differ for the accounts of a plan, such as [limits.plans.free]."),
  })
  .prefault({});
