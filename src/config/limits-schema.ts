import { z } from "zod";
import { limits } from "./limits.ts";
import { PLANS } from "./plans.ts";
import { section, setting, whole } from "./setting.ts";

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

const of = accountLimitSchemas;

export const limitsSchema = section({
  requests_per_minute: setting(of.requests_per_minute, 600, "Requests per account in any 60 seconds."),
  concurrent_audio: setting(of.concurrent_audio, 32, "Concurrent audio requests per account."),
  stored_jobs: setting(of.stored_jobs, 1_000, "Unfinished stored jobs per account."),
  storage_bytes: setting(of.storage_bytes, "unlimited", "Uploads and stored results per account, in bytes."),
  daily_audio_seconds: setting(
    of.daily_audio_seconds,
    "unlimited",
    "Recognized audio per account and day (in `billing.time_zone`), in seconds.",
  ),
  monthly_audio_seconds: setting(
    of.monthly_audio_seconds,
    "unlimited",
    "Recognized audio per account and calendar month (in `billing.time_zone`), in seconds.",
  ),
  share_percent: setting(
    whole(1, 100),
    25,
    "The share of one account in what all accounts use together, in percent: of the queue of jobs, and of the memory for uploads. An account can also use memory that others do not need, except for one share.",
  ),
  min_upload_kib_per_second: setting(
    whole(0, limits.minUploadKibPerSecond),
    8,
    "An upload that is held in memory (a dictation, or a recording under zero retention) and slower than this over 30 seconds fails with 408, in KiB/s. 0: no limit.",
  ),
  plans: setting(
    z.partialRecord(z.enum(PLANS), z.strictObject(accountLimitSchemas).partial()),
    {},
    "Limits that differ for the accounts of a plan, such as [limits.plans.free].",
  ),
});
