import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";

/**
 * A body that is read at once.
 * @throws `payload_too_large` with the first byte that is too many, `unsupported_media_type` where it is compressed.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  refuseCompressed(request);
  const blocks: Uint8Array[] = [];
  let bytes = 0;
  for await (const block of request.body ?? []) {
    bytes += block.byteLength;
    if (bytes > maxBytes)
      throw new TiroError("payload_too_large", `The body may hold at most ${maxBytes} bytes.`);
    blocks.push(block);
  }
  return Buffer.concat(blocks);
}

/** @throws `unsupported_media_type` that names the coding (RFC 9110 §15.5.16). */
export function refuseCompressed({ headers }: Request): void {
  const coding = headers.get("content-encoding")?.trim() ?? "";
  if (/^(identity)?$/i.test(coding)) return;
  throw new TiroError(
    "unsupported_media_type",
    `The body has the Content-Encoding ${coding.slice(0, limits.shownParameterChars)}; send it uncompressed.`,
    { headers: { "Accept-Encoding": "identity" } },
  );
}

/** Without its parameters, in lower case; null where the body has none. */
export function contentTypeOf({ headers }: Request): string | null {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? null;
}
