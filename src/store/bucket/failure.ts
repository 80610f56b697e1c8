/** Failures of a bucket, for the operator. */
import { OperatorError } from "../../lib/errors.ts";
import { valueIn } from "./xml.ts";

const HINTS = {
  unreachable: "See that s3.endpoint names the right host and port, and that no firewall is between.",
  late: "The storage answers too slowly, or something between holds the connection up.",
  untrusted:
    "The certificate must be valid for the host of s3.endpoint. Name your own authority in s3.ca_file.",
  redirected: "Set s3.endpoint and s3.region to those of the bucket: tiro follows no redirects.",
  not_admitted:
    "See that s3.access_key, s3.secret_key and s3.region are the storage's, that the key may read and write there, and that this machine's clock is right.",
  missing: "See that the names of bucket and object are right, and make the bucket: tiro makes none.",
  too_large: "See that s3.endpoint is storage with the interface of S3.",
  garbled: "See that s3.endpoint is storage with the interface of S3.",
  refused: "The storage's own log says why.",
} as const;
export type BucketFailure = keyof typeof HINTS;

export class BucketFailed extends OperatorError {
  readonly reason: BucketFailure;
  /** Of the answer; null if there was none. */
  readonly status: number | null;

  constructor(reason: BucketFailure, detail: string, status: number | null = null, cause?: unknown) {
    super("bucket_failed", `The storage failed: ${detail}.`, { hint: HINTS[reason], cause });
    this.name = "BucketFailed";
    this.reason = reason;
    this.status = status;
  }
}

/** Of an error before an answer was there. */
export function failureOf(error: unknown): BucketFailed {
  if (error instanceof BucketFailed) return error;
  const { name, message, code = "" } = error as Error & { code?: string };
  if (/cert|altname|self.signed|unable_to_verify/i.test(`${code} ${message}`))
    return new BucketFailed("untrusted", "its certificate is not trusted", null, error);
  if (name === "TimeoutError" || name === "AbortError")
    return new BucketFailed("late", "it took too long", null, error);
  const known = /^[A-Za-z]{3,40}$/.test(code) ? ` (${code})` : "";
  return new BucketFailed("unreachable", `the connection failed${known}`, null, error);
}

/** Of an answer that is a refusal. Of its text, only its code is shown. */
export function refusalOf(status: number, text: string): BucketFailed {
  const code = valueIn(text, "Code") ?? "";
  const known = /^[A-Za-z]{3,60}$/.test(code) ? ` ${code}` : "";
  const detail = `it answered ${status}${known}`;
  if (status === 401 || status === 403) return new BucketFailed("not_admitted", detail, status);
  if (status === 404) return new BucketFailed("missing", detail, status);
  return new BucketFailed("refused", detail, status);
}
