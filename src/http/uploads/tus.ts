/** The headers of tus 1.0, the open protocol for uploads that continue where they broke off (tus.io). */
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { ResumableUpload } from "../../store/uploads/resumable.ts";
import { CHECKSUM_ALGORITHMS, type Part } from "../../work/uploads/receive-part.ts";

const VERSION = "1.0.0";
const EXTENSIONS = "creation,creation-with-upload,checksum,expiration,termination";
export const PART_TYPE = "application/offset+octet-stream";

/** Of every answer. */
export const TUS = { "Tus-Resumable": VERSION };

export function capabilities(maxBytes: number): Record<string, string> {
  return {
    ...TUS,
    "Tus-Version": VERSION,
    "Tus-Extension": EXTENSIONS,
    "Tus-Max-Size": String(maxBytes),
    "Tus-Checksum-Algorithm": CHECKSUM_ALGORITHMS.join(","),
  };
}

/** How far an upload is. */
export function stateOf({ length, received, expiresAt }: ResumableUpload): Record<string, string> {
  return {
    ...TUS,
    "Upload-Length": String(length),
    "Upload-Offset": String(received),
    "Upload-Expires": new Date(expiresAt).toUTCString(),
  };
}

/** @throws TiroError `tus_version_not_supported`. */
export function requireVersion({ headers }: Request): void {
  if (headers.get("tus-resumable") === VERSION) return;
  throw new TiroError(
    "tus_version_not_supported",
    `Send the header Tus-Resumable: ${VERSION}; uploads follow the tus protocol.`,
    { param: "Tus-Resumable", headers: { ...TUS, "Tus-Version": VERSION } },
  );
}

/** @throws TiroError `invalid_request`. */
export function countFrom({ headers }: Request, name: "Upload-Length" | "Upload-Offset"): number {
  const value = headers.get(name) ?? "";
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw invalid(name, "must be a whole number of bytes");
}

/** Names and values that the client chose, such as `filename`. @throws TiroError `invalid_request`. */
export function metadataFrom({ headers }: Request): Record<string, string> {
  const header = headers.get("upload-metadata")?.trim() ?? "";
  if (header.length > limits.uploadMetadataBytes)
    throw invalid("Upload-Metadata", `may have at most ${limits.uploadMetadataBytes} characters`);
  if (header === "") return {};
  const pairs = header.split(",").map((pair): [string, string] => {
    const [key = "", value = "", ...rest] = pair.trim().split(" ");
    if (!/^[\x21-\x7e]+$/.test(key) || rest.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
      throw invalid("Upload-Metadata", "must be pairs of a name and a value in Base64");
    return [key, Buffer.from(value, "base64").toString("utf8")];
  });
  if (new Set(pairs.map(([key]) => key)).size < pairs.length)
    throw invalid("Upload-Metadata", "names something twice");
  return Object.fromEntries(pairs);
}

/** @throws TiroError `invalid_request`. */
export function checksumFrom({ headers }: Request): Part["checksum"] {
  const header = headers.get("upload-checksum");
  if (header === null) return null;
  const [name = "", digest = ""] = header.trim().split(" ");
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name);
  if (algorithm === undefined || !/^[A-Za-z0-9+/]+={0,2}$/.test(digest))
    throw invalid(
      "Upload-Checksum",
      `must be one of ${CHECKSUM_ALGORITHMS.join(", ")} and the checksum in Base64`,
    );
  return { algorithm, digest: Buffer.from(digest, "base64") };
}

function invalid(param: string, message: string): TiroError {
  return new TiroError("invalid_request", `The header ${param} ${message}.`, { param });
}
