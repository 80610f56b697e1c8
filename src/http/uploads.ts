/** Large files in parts, by the tus protocol. */
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { abortable } from "../lib/abortable.ts";
import { toIsoTime } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import { idOf, isoTime } from "../lib/wire.ts";
import type { ResumableUpload } from "../store/uploads/resumable.ts";
import { jsonAnswer } from "../web/answers.ts";
import { contentTypeOf, refuseCompressed } from "../web/body.ts";
import { jsonOf, type Operation } from "../web/operation.ts";
import { type AuthenticatedExchange, type KeyRoute, keyRoute, type PublicRoute } from "../web/route.ts";
import type { Part } from "../work/uploads/receive-part.ts";
import type { ResumableUploads } from "../work/uploads/resumable-uploads.ts";
import { BlockTurns } from "./block-turns.ts";
import { within } from "./upload-pace.ts";
import {
  capabilities,
  checksumFrom,
  countFrom,
  metadataFrom,
  PART_TYPE,
  requireVersion,
  stateOf,
  TUS,
} from "./uploads/tus.ts";

const PATH = "/v1/uploads";
const ONE = `${PATH}/:upload`;

const Upload = z.object({
  id: idOf("upl"),
  object: z.literal("upload"),
  length: z.int().min(0).describe("Bytes of the whole file."),
  received: z.int().min(0).describe("Bytes that arrived: the next part begins there."),
  expires_at: isoTime.describe("A day after the last byte."),
});

const tags = ["Recordings"] as const;
const path = { upload: idOf("upl") };
const part = {
  required: false,
  content: { [PART_TYPE]: { schema: z.string().meta({ format: "binary" }) } },
};
const stateHeaders = z.object({
  "Tus-Resumable": z.string(),
  "Upload-Offset": z.string().describe("Bytes that arrived."),
  "Upload-Expires": z.string().describe("As in HTTP's `Expires`."),
});
const operations = {
  options: {
    id: "getUploadCapabilities",
    tags,
    summary: "Capabilities of the server's uploads",
    answers: {
      204: {
        description:
          "In the headers `Tus-Version`, `Tus-Extension`, `Tus-Max-Size` and `Tus-Checksum-Algorithm`.",
      },
    },
  },
  create: {
    id: "createUpload",
    tags,
    summary: "Begin a large file that comes in parts",
    description:
      "The protocol is tus 1.0.0 (tus.io) with creation, creation-with-upload, checksum, expiration and termination; clients such as `tus-js-client` follow it. `Upload-Length` is required. In `Upload-Metadata`, `filename` names the file. An upload is for `POST /v1/recordings`, expires a day after its last byte, and until then counts as stored. Refused if the organization's policy or privacy mode forbids history, except with the metadata `purpose` `model_pack` of somebody who may install packs.",
    body: part,
    answers: {
      201: {
        description: "Begun; its path is in `Location`.",
        headers: stateHeaders.extend({ Location: z.string() }),
      },
    },
    errors: [
      "tus_version_not_supported",
      "history_unavailable",
      "file_too_large",
      "upload_checksum_mismatch",
      "payload_too_large",
      "unsupported_media_type",
    ],
  },
  get: {
    id: "getUpload",
    tags,
    path,
    summary: "How far an upload is",
    description: "tus asks with HEAD and reads the headers.",
    answers: { 200: { ...jsonOf("The upload.", Upload), headers: stateHeaders } },
    errors: ["upload_not_found", "upload_busy"],
  },
  append: {
    id: "appendToUpload",
    tags,
    path,
    summary: "Send the next part of a file",
    description:
      "`Upload-Offset` says where it begins. Bytes that arrived before a connection broke stay, except for a part with `Upload-Checksum` (sha1, sha256 or sha512), which is taken as a whole.",
    body: part,
    answers: { 204: { description: "Taken.", headers: stateHeaders } },
    errors: [
      "tus_version_not_supported",
      "upload_not_found",
      "upload_busy",
      "upload_offset_conflict",
      "upload_checksum_mismatch",
      "payload_too_large",
      "unsupported_media_type",
    ],
  },
  remove: {
    id: "removeUpload",
    tags,
    path,
    summary: "Give an unfinished upload up",
    answers: { 204: { description: "It is gone." } },
    errors: ["tus_version_not_supported", "upload_not_found", "upload_busy"],
  },
} as const satisfies Record<string, Operation>;

const blockTurns = new BlockTurns();

export function uploadRoutes({ uploads }: { uploads: ResumableUploads }): (KeyRoute | PublicRoute)[] {
  return [
    {
      method: "OPTIONS",
      path: PATH,
      family: "product",
      access: "public",
      apiMethods: ["OPTIONS", "POST"],
      operation: operations.options,
      handle: () => withHeaders(204, capabilities(uploads.maxBytes)),
    },
    ...partRoutes(uploads),
  ];
}

function partRoutes(uploads: ResumableUploads): KeyRoute[] {
  return [
    keyRoute("write", `POST ${PATH}`, operations.create, async (exchange) => {
      const { request, principal } = exchange;
      requireVersion(request);
      const length = countFrom(request, "Upload-Length");
      const upload = await uploads.create(principal, { length, metadata: metadataFrom(request) });
      const begun =
        contentTypeOf(request) === PART_TYPE ? await append(exchange, uploads, upload.id, 0) : upload;
      return withHeaders(201, { ...stateOf(begun), Location: `${PATH}/${upload.id}` });
    }),
    keyRoute("write", `GET ${ONE}`, operations.get, async ({ principal, params }) => {
      const upload = await uploads.settled(principal, params.upload ?? "");
      return jsonAnswer(200, toWire(upload), stateOf(upload));
    }),
    keyRoute("write", `PATCH ${ONE}`, operations.append, async (exchange) => {
      const { request, params } = exchange;
      requireVersion(request);
      if (contentTypeOf(request) !== PART_TYPE)
        throw new TiroError("unsupported_media_type", `Send the part with Content-Type: ${PART_TYPE}.`);
      const offset = countFrom(request, "Upload-Offset");
      return withHeaders(204, stateOf(await append(exchange, uploads, params.upload ?? "", offset)));
    }),
    keyRoute("write", `DELETE ${ONE}`, operations.remove, async ({ request, principal, params }) => {
      requireVersion(request);
      await uploads.remove(principal, params.upload ?? "");
      return withHeaders(204, TUS);
    }),
  ];
}

function withHeaders(status: 201 | 204, headers: Record<string, string>): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store", ...headers } });
}

function append(
  { request, principal, holdOpen }: AuthenticatedExchange,
  uploads: ResumableUploads,
  id: string,
  offset: number,
): Promise<ResumableUpload> {
  refuseCompressed(request);
  holdOpen();
  const blocks: Part["blocks"] = (signal) => arriving(request.body, principal.accountId, signal);
  return uploads.append(principal, id, { offset, blocks, checksum: checksumFrom(request) });
}

/** An account's uploads take turns, block by block. @throws TiroError `invalid_request` if it goes silent or breaks. */
async function* arriving(
  body: ReadableStream<Uint8Array> | null,
  party: string,
  givenUp: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  using turn = blockTurns.begin(party);
  try {
    for (;;) {
      const { done, value } = await within(limits.uploadStallMs, abortable(reader.read(), givenUp));
      if (done) return;
      for (let at = 0; at < value.byteLength; at += limits.uploadBlockBytes) {
        await turn.take();
        yield value.subarray(at, at + limits.uploadBlockBytes);
      }
    }
  } catch (cause) {
    if (cause instanceof TiroError) throw cause;
    throw new TiroError("invalid_request", "The connection closed before the part was complete.", { cause });
  } finally {
    reader.cancel().catch(() => {});
  }
}

function toWire({ id, length, received, expiresAt }: ResumableUpload): z.infer<typeof Upload> {
  return { id, object: "upload", length, received, expires_at: toIsoTime(expiresAt) };
}
