/** What the doors hand to the transcription use cases and get back. */
import type { SpooledFile } from "../store/spool.ts";

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
}

export interface Answer {
  status: number;
  contentType: string;
  body: string;
  /** Given before, to the same idempotency key. */
  replayed: boolean;
}

export interface TranscriptionJob {
  id: string;
  object: "transcription.job";
  status: "queued" | "succeeded" | "failed" | "cancelled" | "abandoned";
  created_at: string;
  completed_at: string | null;
  audio_duration_seconds: number | null;
  error_code: string | null;
  result_url: string | null;
}

export interface TranscriptionJobList {
  object: "list";
  data: TranscriptionJob[];
  has_more: boolean;
  next_cursor: string | null;
}
