/**
 * multipart/form-data as it arrives: fields into memory, the one file into its target. Nothing waits for the
 * whole body, and the first byte over a limit ends it.
 */
import type { EventEmitter } from "node:events";
import { Busboy, type BusboyConfig, type BusboyInstance } from "@fastify/busboy";
import { limits } from "../config/limits.ts";
import { abortable } from "../lib/abortable.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { type ErrorCode, TiroError } from "../lib/errors.ts";
import { refuseCompressed } from "../web/body.ts";
import { BlockTurns } from "./block-turns.ts";
import { type Pace, tooLong, UploadPace, within } from "./upload-pace.ts";

/** Errors of a recording that is uploaded for recognition, whichever route it came to. */
export const AUDIO_ERRORS = [
  "audio_too_long",
  "audio_too_short",
  "engine_unavailable",
  "file_too_large",
  "idempotency_conflict",
  "invalid_audio",
  "language_not_available",
  "no_model_installed",
  "payload_too_large",
  "request_timeout",
  "unsupported_media_type",
  "upload_too_slow",
] as const satisfies ErrorCode[];

export interface Upload<File> {
  /** In the order of the body; a name may come several times. */
  fields: [name: string, value: string][];
  /** The caller owns it. */
  file: File | null;
  /** As the client called it; null if it did not. */
  fileName: string | null;
}

/** Where the file goes: the spool, or memory. */
export interface UploadTarget<File> {
  /** @param giveUp called where the upload must make room for others: nothing more is read of it then. */
  create(giveUp: (reason: TiroError) => void): UploadWriter<File>;
}

interface UploadWriter<File> {
  /** Takes a block over without copying it. */
  push(block: Uint8Array): void;
  /** Called after each block of the body. */
  flushFull(): Promise<void>;
  finish(): Promise<File>;
  /** Fine to call after a failure. */
  discard(): Promise<void>;
}

const blockTurns = new BlockTurns();

export interface UploadRules {
  /** Name of the part that holds the recording. */
  fileParam: string;
  maxFileBytes: number;
  /** Longest silence within the body, in milliseconds. */
  stallMs: number;
  /** Longest time for the whole body, in milliseconds. */
  totalMs: number;
  /** Whose upload it is: an account's uploads take turns, block by block. */
  party: string;
  /** How far it may fall short of a rate, so that nobody holds memory for nothing; null if it takes none. */
  pace: Pace | null;
}

/**
 * @throws `unsupported_media_type`, `file_too_large`, `payload_too_large`, `invalid_request` (malformed, cut
 * short, stalled, or not the parts that belong here), `upload_too_slow`, those of the target. After an error no file
 * is left.
 */
export async function readMultipart<File>(
  request: Request,
  target: UploadTarget<File>,
  rules: UploadRules,
  clock: Pick<Clock, "monotonic"> = systemClock,
): Promise<Upload<File>> {
  refuseCompressed(request);
  const contentType = multipartType(request.headers.get("content-type"));
  refuseLargeBody(request.headers.get("content-length"), rules);
  const givenUp = new AbortController();
  using turn = blockTurns.begin(rules.party);
  const form = new Form(contentType, target, rules, (reason) => givenUp.abort(reason));
  try {
    for await (const block of arriving(request.body, rules, { givenUp: givenUp.signal, clock })) {
      for (let at = 0; at < block.byteLength; ) {
        await turn.take();
        const next = block.subarray(
          at,
          at + (form.hasFile ? limits.uploadBlockBytes : limits.fieldBlockBytes),
        );
        await form.write(next);
        at += next.byteLength;
      }
    }
    return await form.end();
  } catch (error) {
    await form.discard();
    throw error;
  }
}

function multipartType(header: string | null): string {
  const boundary = /;\s*boundary=("[^"]+"|[^\s;"]+)/i;
  if (header && /^multipart\/form-data\s*(;|$)/i.test(header)) {
    if (boundary.test(header)) return header;
    throw new TiroError(
      "unsupported_media_type",
      "The header Content-Type names no boundary. Let the HTTP library set this header itself.",
    );
  }
  throw new TiroError(
    "unsupported_media_type",
    "Send the body as multipart/form-data, with the recording as a file part.",
  );
}

/** A body whose stated length cannot fit is refused before a byte of it is read. */
function refuseLargeBody(contentLength: string | null, rules: UploadRules): void {
  if (Number(contentLength) > rules.maxFileBytes + limits.multipartOverheadBytes) throw fileTooLarge(rules);
}

function fileTooLarge({ fileParam, maxFileBytes }: UploadRules): TiroError {
  return new TiroError(
    "file_too_large",
    `\`${fileParam}\` may hold at most ${maxFileBytes} bytes (${Math.floor(maxFileBytes / 1024 ** 2)} MiB).`,
    { param: fileParam },
  );
}

/** The body's blocks, within the limits on size, silence, slowness and total time. */
async function* arriving(
  body: ReadableStream<Uint8Array> | null,
  rules: UploadRules,
  { givenUp, clock }: { givenUp: AbortSignal; clock: Pick<Clock, "monotonic"> },
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  const deadline = clock.monotonic() + rules.totalMs;
  const pace = new UploadPace(rules.pace);
  let bytes = 0;
  try {
    for (;;) {
      const leftMs = deadline - clock.monotonic();
      const late = leftMs < rules.stallMs ? () => tooLong(rules.totalMs) : undefined;
      const patienceMs = Math.min(rules.stallMs, leftMs);
      const { done, value } = await pace.read(patienceMs, abortable(reader.read(), givenUp), late);
      if (done) return;
      if (clock.monotonic() > deadline) throw tooLong(rules.totalMs);
      const room = rules.maxFileBytes + limits.multipartOverheadBytes - bytes;
      bytes += value.byteLength;
      // The part that still fits continues: one large block may hold the end of a file that is itself too large, which is then reported.
      yield value.subarray(0, room);
      if (value.byteLength > room) {
        throw new TiroError(
          "payload_too_large",
          "The request body is larger than a file and its fields may be.",
        );
      }
    }
  } catch (cause) {
    if (cause instanceof TiroError) throw cause;
    throw new TiroError("invalid_request", "The connection closed before the upload was complete.", {
      cause,
    });
  } finally {
    // The rest of a refused body is not waited for; a body that already failed has nothing left to cancel.
    reader.cancel().catch(() => {});
  }
}

/** Busboy's events, with its first failure kept until the next block. */
class Form<File> {
  readonly #rules: UploadRules;
  readonly #target: UploadTarget<File>;
  readonly #giveUp: (reason: TiroError) => void;
  readonly #busboy: BusboyInstance;
  readonly #fields: Upload<File>["fields"] = [];
  #writer: UploadWriter<File> | null = null;
  #fileName: string | null = null;
  #failure: unknown = null;
  /** Resolves when nothing more will be parsed. */
  readonly #closed = Promise.withResolvers<void>();

  constructor(
    contentType: string,
    target: UploadTarget<File>,
    rules: UploadRules,
    giveUp: (reason: TiroError) => void,
  ) {
    this.#rules = rules;
    this.#target = target;
    this.#giveUp = giveUp;
    this.#busboy = this.#parser(contentType);
    this.#busboy.once("finish", this.#closed.resolve);
  }

  get hasFile(): boolean {
    return this.#writer !== null;
  }

  /** Resolves when all that the block held is parsed and taken by the target. */
  async write(block: Uint8Array): Promise<void> {
    const parsed = new Promise<void>((resolve) => {
      this.#busboy.write(Buffer.from(block.buffer, block.byteOffset, block.byteLength), () => resolve());
    });
    await within(this.#rules.stallMs, Promise.race([this.#closed.promise, parsed]));
    this.#throwFailure();
    await this.#writer?.flushFull();
  }

  async end(): Promise<Upload<File>> {
    this.#busboy.end();
    await within(this.#rules.stallMs, this.#closed.promise);
    this.#throwFailure();
    const file = this.#writer ? await this.#writer.finish() : null;
    this.#writer = null;
    return { fields: this.#fields, file, fileName: this.#fileName };
  }

  async discard(): Promise<void> {
    this.#busboy.removeAllListeners("file");
    this.#busboy.destroy();
    await this.#writer?.discard();
  }

  #throwFailure(): void {
    if (this.#failure) throw this.#failure;
  }

  #fail(failure: TiroError): void {
    this.#failure ??= failure;
    this.#closed.resolve();
  }

  #parser(contentType: string): BusboyInstance {
    const { fileParam, maxFileBytes } = this.#rules;
    let isUnderstood = false;
    const busboy = parserFor({
      headers: { "content-type": contentType },
      // A file needs no name where its type already says that it is no text.
      isPartAFile: (name, type, fileName) => {
        isUnderstood = true;
        return fileName !== undefined || (name === fileParam && type !== undefined && type !== "text/plain");
      },
      limits: {
        fieldSize: limits.fieldBytes,
        fileSize: maxFileBytes,
        fields: limits.fields,
        parts: limits.fields + 2,
        // With the end of the boundary's line; what reaches this size is too long.
        headerSize: limits.partHeaderBytes + 3,
      },
    });
    const tooMany = () =>
      this.#fail(new TiroError("payload_too_large", `A request may have at most ${limits.fields} fields.`));
    busboy.on("fieldsLimit", tooMany);
    busboy.on("partsLimit", tooMany);
    busboy.on("field", (name, value, _, valueTruncated) => this.#onField(name, value, valueTruncated));
    busboy.on("file", (name, stream, fileName) => this.#onFile(name, stream, fileName));
    busboy.on("error", (cause) => this.#fail(malformed(cause)));
    onPartHeader(busboy, {
      isTooLong: () => this.#fail(partHeaderTooLong()),
      heard: () => {
        if (!isUnderstood) this.#fail(unreadablePart());
        isUnderstood = false;
      },
    });
    return busboy;
  }

  #onField(name: string | undefined, value: string, valueTruncated: boolean): void {
    if (!name || Buffer.byteLength(name) > limits.fieldNameBytes) {
      this.#fail(
        new TiroError(
          "invalid_request",
          `Every part needs a name of 1 to ${limits.fieldNameBytes} bytes in its Content-Disposition.`,
        ),
      );
    } else if (valueTruncated) {
      this.#fail(
        new TiroError("payload_too_large", `\`${name}\` is longer than ${limits.fieldBytes} bytes.`, {
          param: name,
        }),
      );
    } else if (name === this.#rules.fileParam) {
      this.#fail(
        new TiroError(
          "invalid_request",
          `\`${name}\` must be an uploaded file: its part needs a filename. With curl, write ${name}=@PATH.`,
          { param: name },
        ),
      );
    } else {
      this.#fields.push([name, value]);
    }
  }

  #onFile(name: string | undefined, stream: NodeJS.ReadableStream, fileName: string | undefined): void {
    const { fileParam } = this.#rules;
    // A stream that nobody listens to stops the parser.
    stream.on("error", (cause) => this.#fail(malformed(cause)));
    stream.resume();
    if (name !== fileParam || this.#writer) {
      const message =
        name === fileParam
          ? `Send one \`${fileParam}\` only.`
          : `The recording goes into the part \`${fileParam}\`; no other part may be a file.`;
      this.#fail(
        new TiroError("invalid_request", message, {
          param: name?.slice(0, limits.fieldNameBytes) ?? fileParam,
        }),
      );
      return;
    }
    const writer = this.#target.create(this.#giveUp);
    this.#writer = writer;
    this.#fileName = fileName ?? null;
    stream.on("data", (block: Buffer) => writer.push(block));
    stream.on("limit", () => this.#fail(fileTooLarge(this.#rules)));
  }
}

function parserFor(config: BusboyConfig): BusboyInstance {
  try {
    return new Busboy(config);
  } catch (cause) {
    throw new TiroError("unsupported_media_type", "The header Content-Type cannot be read.", { cause });
  }
}

/**
 * Busboy passes over a part whose Content-Disposition it does not take (one with an encoded line break, say) without a
 * word, and never comes to the end of one that is longer than its buffer; of headers that are too long it takes what fits,
 * so that a name may lose its end. Only the parsers inside it report each part, and know that they left something out.
 * @param on.heard called after busboy itself has looked at the part's headers.
 */
function onPartHeader(busboy: BusboyInstance, on: { isTooLong: () => void; heard: () => void }): void {
  const { parser } = (busboy as unknown as { _parser: { parser: PartParser } })._parser;
  parser.on("part", (part: EventEmitter) => part.on("header", on.heard));
  let isMaxed = false;
  Object.defineProperty(parser._hparser, "maxed", {
    get: () => isMaxed,
    set: (now: boolean) => {
      isMaxed = now;
      if (now) on.isTooLong();
    },
  });
}

interface PartParser extends EventEmitter {
  _hparser: object;
}

function partHeaderTooLong(): TiroError {
  return new TiroError(
    "payload_too_large",
    `The headers of a part may have at most ${limits.partHeaderBytes} bytes.`,
  );
}

function unreadablePart(): TiroError {
  return new TiroError(
    "invalid_request",
    "The headers of a part cannot be read; it needs a Content-Disposition of form-data with a name, and no line break in its values.",
  );
}

function malformed(cause: unknown): TiroError {
  return new TiroError(
    "invalid_request",
    "The multipart body is malformed or ends early: its closing boundary is missing.",
    { cause },
  );
}
