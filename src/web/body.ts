import { TiroError } from "../lib/errors.ts";

/** A body that is read at once. @throws `payload_too_large` with the first byte that is too many. */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
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

/** Without its parameters, in lower case; null where the body has none. */
export function contentTypeOf({ headers }: Request): string | null {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? null;
}
