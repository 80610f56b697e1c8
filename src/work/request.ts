/** Requests to the transcription use cases, and their answers. */
import { z } from "zod";
import { idOf, isoTime, listOf } from "../lib/wire.ts";
import type { SpooledFile } from "../store/uploads/spool.ts";

export interface CreateRequest {
  /** `req_…`; a stored job gets this id. */
  requestId: string;
  account: { id: string; keyId: string };
  /** All multipart fields but the file, as received. */
  fields: [name: string, value: string][];
  /** Taken over: removed when it is not needed any more, whatever happens. */
  file: SpooledFile | null;
  /** 1 to 255 printable ASCII characters, or null. */
  idempotencyKey: string | null;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
  /** The id of the pack that shall recognize it; absent: the one of the language's route. No field of the contract. */
  pack?: string | undefined;
  /** A job whose seconds are in the ledger already: neither money nor quotas keep it back. */
  isPaidFor?: boolean;
  /** Called in the transaction that stores it as a job. */
  stored?: (jobId: string) => void;
}

export interface Answer {
  status: number;
  contentType: string;
  body: string;
  /** Given before, to the same idempotency key. */
  replayed: boolean;
  /** Besides those of every answer. A key does not give them again. */
  headers?: Readonly<Record<string, string>>;
}

export const TranscriptionJob = z.object({
  id: idOf("req").describe("The `x-request-id` of the request that made the job."),
  object: z.literal("transcription.job"),
  status: z.enum(["queued", "succeeded", "failed", "cancelled", "abandoned"]),
  created_at: isoTime,
  completed_at: isoTime.nullable(),
  audio_duration_seconds: z.number().nullable(),
  error_code: z.string().nullable().describe("Why it failed; /docs/errors says what to do."),
  result_url: z
    .string()
    .nullable()
    .meta({ format: "uri", description: "Present while the result can be read." }),
});
export type TranscriptionJob = z.infer<typeof TranscriptionJob>;

export const TranscriptionJobList = listOf(TranscriptionJob);
export type TranscriptionJobList = z.infer<typeof TranscriptionJobList>;
