import { setImmediate } from "node:timers/promises";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { inTurns } from "../lib/in-turns.ts";
import { JsonExtent } from "../lib/json-extent.ts";
import { parseJson } from "../lib/json-slices.ts";

/**
 * A body that is read at once.
 * @throws `payload_too_large` with the first byte that is too many, `unsupported_media_type` if it is compressed.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of blocksOf(request, maxBytes)) blocks.push(block);
  return Buffer.concat(blocks);
}

export interface JsonBody {
  value: unknown;
  /** Each step over all of it has turns of its own. */
  isLarge: boolean;
}

/**
 * JSON with any content. Its size is bounded, and it is read in steps, so that neither reading nor checking it takes long.
 * @throws as `readBody`, also if it holds more values than `maxValues` or is deeper than any body needs;
 * `invalid_json`.
 */
export async function readJsonBody(
  request: Request,
  { maxBytes, maxValues }: { maxBytes: number; maxValues: number },
): Promise<JsonBody> {
  const extent = new JsonExtent();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let json = "";
  try {
    for await (const block of blocksOf(request, maxBytes)) {
      extent.add(block);
      if (extent.values > maxValues || extent.depth > limits.jsonDepth) throw tooMuch(maxValues);
      json += decoder.decode(block, { stream: true });
    }
    json += decoder.decode();
    if (json.length <= limits.bodyBlockBytes) return { value: JSON.parse(json), isLarge: false };
    const value = await inTurns(parseJson(json), limits.bodyTurnMs);
    await setImmediate();
    return { value, isLarge: true };
  } catch (cause) {
    if (cause instanceof TiroError) throw cause;
    throw new TiroError("invalid_json", "The body is not valid JSON in UTF-8.", { cause });
  }
}

export async function readJsonValue(
  request: Request,
  bounds: { maxBytes: number; maxValues: number },
): Promise<unknown> {
  return (await readJsonBody(request, bounds)).value;
}

function tooMuch(maxValues: number): TiroError {
  return new TiroError(
    "payload_too_large",
    `The body may hold at most ${maxValues} values, in lists and objects that lie at most ${limits.jsonDepth} deep.`,
  );
}

/** Each so small that what is done with it holds nobody up; between them others get a turn. */
async function* blocksOf(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  refuseCompressed(request);
  const requireRoom = (bytes: number) => {
    if (bytes > maxBytes)
      throw new TiroError("payload_too_large", `The body may hold at most ${maxBytes} bytes.`);
  };
  // A body that says it is too large is not read at all.
  requireRoom(Number(request.headers.get("content-length")));
  let [bytes, inTurn] = [0, 0];
  for await (const arrived of request.body ?? []) {
    bytes += arrived.byteLength;
    requireRoom(bytes);
    for (let at = 0; at < arrived.byteLength; at += limits.bodyBlockBytes) {
      const block = arrived.subarray(at, at + limits.bodyBlockBytes);
      inTurn += block.byteLength;
      // Blocks that are there already come without a turn between them.
      if (inTurn > limits.bodyBlockBytes) {
        await setImmediate();
        inTurn = block.byteLength;
      }
      yield block;
    }
  }
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

/** Without its parameters, in lower case; null if the body has none. */
export function contentTypeOf({ headers }: Request): string | null {
  return headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? null;
}
