/** Failures of writing an upload, for its sender. */
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import { storeError } from "../errors.ts";

/** `storage_full`, `storage_unavailable`, or `internal_error` if the folder is gone. */
export function writeFailure(cause: unknown): TiroError {
  const code = codeOf(cause);
  if (code === "ENOSPC" || code === "EDQUOT") {
    return new TiroError("storage_full", "The server has no space left for uploads; try again later.", {
      cause,
      retryAfterSeconds: limits.storageRetrySeconds,
      hint: "Free space on the disk of the data folder, or move the data folder (data.dir) to a larger one.",
    });
  }
  const known = storeError(cause);
  if (known instanceof TiroError) return known;
  return new TiroError("internal_error", "The server could not store the upload.", {
    cause,
    hint: "Check that the data folder exists and that tiro's user may write to it.",
  });
}

export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
