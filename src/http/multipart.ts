/**
 * multipart/form-data as it arrives: fields into memory, the one file into its target. Nothing waits for the
 * whole body, and the first byte over a limit ends it.
 */
import { Busboy, type BusboyConfig, type BusboyInstance } from "@fastify/busboy";
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import { refuseCompressed } from "../web/body.ts";

export interface Upload<File> {
  /** In the order of the body; a name may come several times. */
  fields: [name: string, value: string][];
  /** The caller owns it. */
  file: File | null;
}

/** Where the file goes: the spool, or memory. */
export interface UploadTarget<File> {
  create(): UploadWriter<File>;
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

export interface UploadRules {
  /** Name of the part that holds the recording. */
  fileParam: string;
  maxFileBytes: number;
  /** Longest silence within the body, in milliseconds. */
  stallMs: number;
  /** Longest time for the whole body, in milliseconds. */
  totalMs: number;
}

/**
 * @throws `unsupported_media_type`, `file_too_large`, `payload_too_large`, `invalid_request` (malformed, cut
 * short, stalled, or not the parts that belong here), those of the target. After an error no file is left.
 */
export async function readMultipart<File>(
  request: Request,
  target: UploadTarget<File>,
  rules: UploadRules,
): Promise<Upload<File>> {
  refuseCompressed(request);
  const contentType = multipartType(request.headers.get("content-type"));
  refuseLargeBody(request.headers.get("content-length"), rules);
  const form = new Form(contentType, target, rules);
  try {
    for await (const block of arriving(request.body, rules)) await form.write(block);
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

/** The body's blocks, within the limits on size, silence and total time. */
async function* arriving(body: ReadableStream<Uint8Array> | null, rules: UploadRules) {
  if (!body) return;
  const reader = body.getReader();
  const deadline = performance.now() + rules.totalMs;
  let bytes = 0;
  try {
    for (;;) {
      const patienceMs = Math.min(rules.stallMs, deadline - performance.now());
      const { done, value } = await within(patienceMs, reader.read());
      if (done) return;
      const room = rules.maxFileBytes + limits.multipartOverheadBytes - bytes;
      bytes += value.byteLength;
      // What still fits goes on: one large block may hold the end of a file that is itself too large, which is then told.
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

/** No wait is without end, not even for the parser. */
async function within<T>(patienceMs: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new TiroError("invalid_request", "The upload stalled; send it again.")),
      Math.max(0, patienceMs),
    );
  });
  try {
    return await Promise.race([promise, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

/** What busboy finds, with its first failure kept until the next block. */
class Form<File> {
  readonly #rules: UploadRules;
  readonly #target: UploadTarget<File>;
  readonly #busboy: BusboyInstance;
  readonly #fields: Upload<File>["fields"] = [];
  #writer: UploadWriter<File> | null = null;
  #failure: unknown = null;
  readonly #closed: Promise<void>;

  constructor(contentType: string, target: UploadTarget<File>, rules: UploadRules) {
    this.#rules = rules;
    this.#target = target;
    this.#busboy = this.#parser(contentType);
    this.#closed = new Promise((resolve) => {
      this.#busboy.once("finish", resolve);
      this.#busboy.once("error", () => resolve());
    });
  }

  /** Resolves when all that the block held is parsed and taken by the target. */
  async write(block: Uint8Array): Promise<void> {
    const parsed = new Promise<void>((resolve) => {
      this.#busboy.write(Buffer.from(block.buffer, block.byteOffset, block.byteLength), () => resolve());
    });
    await within(this.#rules.stallMs, Promise.race([this.#closed, parsed]));
    this.#throwFailure();
    await this.#writer?.flushFull();
  }

  async end(): Promise<Upload<File>> {
    this.#busboy.end();
    await within(this.#rules.stallMs, this.#closed);
    this.#throwFailure();
    const file = this.#writer ? await this.#writer.finish() : null;
    this.#writer = null;
    return { fields: this.#fields, file };
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
  }

  #parser(contentType: string): BusboyInstance {
    const { fileParam, maxFileBytes } = this.#rules;
    const busboy = parserFor({
      headers: { "content-type": contentType },
      // A file needs no name where its type already says that it is no text.
      isPartAFile: (name, type, fileName) =>
        fileName !== undefined || (name === fileParam && type !== undefined && type !== "text/plain"),
      limits: {
        fieldSize: limits.fieldBytes,
        fileSize: maxFileBytes,
        fields: limits.fields,
        parts: limits.fields + 2,
        headerSize: limits.partHeaderBytes,
      },
    });
    const tooMany = () =>
      this.#fail(new TiroError("payload_too_large", `A request may have at most ${limits.fields} fields.`));
    busboy.on("fieldsLimit", tooMany);
    busboy.on("partsLimit", tooMany);
    busboy.on("field", (name, value, _, valueTruncated) => this.#onField(name, value, valueTruncated));
    busboy.on("file", (name, stream) => this.#onFile(name, stream));
    busboy.on("error", (cause) => this.#fail(malformed(cause)));
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

  #onFile(name: string | undefined, stream: NodeJS.ReadableStream): void {
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
    const writer = this.#target.create();
    this.#writer = writer;
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

function malformed(cause: unknown): TiroError {
  return new TiroError(
    "invalid_request",
    "The multipart body is malformed or ends early: its closing boundary is missing.",
    { cause },
  );
}
