/**
 * The protocol of parent and engine host. A frame is u32 payload length, u8 type, u32 stream,
 * then the payload: JSON, or for `audio` samples as s16le. All integers little-endian; stream 0 is the host itself.
 *
 * Frames of streams also go to workers and come from them (`workers/`), which may be one minor release older or newer: a new
 * member is optional, and a release that does not know it drops it. The host's own frames stay inside one program, and are
 * strict.
 */
import { z } from "zod";
import { limits } from "../config/limits.ts";
import { liveOpeningSchema, wordSchema } from "./live-protocol.ts";
import { modelSpecSchema } from "./model-spec.ts";

export const FRAME = {
  /** To the host. */
  init: 1,
  open: 2,
  audio: 3,
  end: 4,
  abort: 5,
  limit: 6,
  /** UTF-8, in the place of audio: for models that punctuate. Each is answered by `settled` with one piece. */
  text: 7,
  /** Commits, clears or configures a live stream, in its place between the audio. */
  live: 8,
  /** From the host. */
  loading: 16,
  ready: 17,
  settled: 18,
  done: 19,
  failed: 20,
  beat: 21,
  /** The words of a live stream, in the place of `settled`. */
  heard: 22,
} as const;

type FrameType = (typeof FRAME)[keyof typeof FRAME];

const HEADER_BYTES = 9;
const KNOWN_TYPES: ReadonlySet<number> = new Set(Object.values(FRAME));

export interface Frame {
  type: FrameType;
  stream: number;
  payload: Uint8Array;
}

/** The pipe delivered no frame of this protocol; the pipe cannot be used any more. */
export class ProtocolError extends Error {
  override name = "ProtocolError";
}

export function encodeFrame(
  type: FrameType,
  stream: number,
  payload: Uint8Array = new Uint8Array(0),
): Buffer {
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.byteLength);
  frame.writeUInt32LE(payload.byteLength, 0);
  frame.writeUInt8(type, 4);
  frame.writeUInt32LE(stream, 5);
  frame.set(payload, HEADER_BYTES);
  return frame;
}

export function encodeJson(type: FrameType, stream: number, value: unknown): Buffer {
  return encodeFrame(type, stream, Buffer.from(JSON.stringify(value)));
}

/** The samples of an `audio` frame that `encodeFrame` made, without a copy. */
export function framePayload(frame: Buffer): Buffer {
  return frame.subarray(HEADER_BYTES);
}

/** @throws ProtocolError when the payload is not JSON of this shape. */
export function decodeJson<T>(schema: z.ZodType<T>, payload: Uint8Array): T {
  try {
    return schema.parse(
      JSON.parse(Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString()),
    );
  } catch (cause) {
    throw new ProtocolError("a frame's payload has not the agreed shape", { cause });
  }
}

/** Cuts the bytes of a pipe into frames. A payload handed out belongs to the receiver. */
export class FrameReader {
  readonly #onFrame: (frame: Frame) => void;
  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerFilled = 0;
  #payload = Buffer.alloc(0);
  #payloadFilled = 0;

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame;
  }

  /** @throws ProtocolError on an unknown type or a length over `limits.engineFrameBytes`. */
  push(chunk: Uint8Array): void {
    let at = 0;
    while (at < chunk.byteLength) {
      if (this.#headerFilled < HEADER_BYTES) {
        at += this.#fillHeader(chunk, at);
        if (this.#headerFilled < HEADER_BYTES) continue;
      }
      const take = Math.min(this.#payload.byteLength - this.#payloadFilled, chunk.byteLength - at);
      this.#payload.set(chunk.subarray(at, at + take), this.#payloadFilled);
      this.#payloadFilled += take;
      at += take;
      this.#emitWhenWhole();
    }
  }

  #fillHeader(chunk: Uint8Array, at: number): number {
    const take = Math.min(HEADER_BYTES - this.#headerFilled, chunk.byteLength - at);
    this.#header.set(chunk.subarray(at, at + take), this.#headerFilled);
    this.#headerFilled += take;
    if (this.#headerFilled === HEADER_BYTES) {
      const bytes = this.#header.readUInt32LE(0);
      if (bytes > limits.engineFrameBytes)
        throw new ProtocolError(`a frame of ${bytes} bytes is over the limit`);
      if (!KNOWN_TYPES.has(this.#header.readUInt8(4))) {
        throw new ProtocolError(`there is no frame type ${this.#header.readUInt8(4)}`);
      }
      this.#payload = Buffer.allocUnsafeSlow(bytes);
      this.#payloadFilled = 0;
      this.#emitWhenWhole();
    }
    return take;
  }

  #emitWhenWhole(): void {
    if (this.#headerFilled < HEADER_BYTES || this.#payloadFilled < this.#payload.byteLength) return;
    this.#headerFilled = 0;
    this.#onFrame({
      type: this.#header.readUInt8(4) as FrameType,
      stream: this.#header.readUInt32LE(5),
      payload: this.#payload,
    });
  }
}

const seconds = z.number().min(0);

export const initSchema = z.strictObject({
  model: modelSpecSchema,
  /** A small model for texts beside one for speech that writes no marks. */
  marks: modelSpecSchema.nullable(),
  /** The starter, whose scores give English words their times, beside a recognizer that returns none. */
  alignment: modelSpecSchema.nullable(),
  vadModelPath: z.string(),
  sherpaAddonPath: z.string(),
  /** Null if this platform has none. */
  decoderCallsPath: z.string(),
  whisperLibraryPath: z.string().nullable(),
  threads: z.number().int().positive(),
  parallelDecodes: z.number().int().positive(),
  /** Decodes in one call of the library, at most. */
  batch: z.number().int().min(1).max(limits.engineBatch),
  provider: z.enum(["cpu", "cuda"]),
  /** Added to the host's priority value: 0 for interactive work, more for batch work, which then yields to it. */
  niceness: z.number().int().min(0).max(19),
});

export const openSchema = z.object({
  lane: z.enum(["interactive", "batch"]),
  /** Whether `text` follows in the place of `audio`. */
  isText: z.boolean(),
  /** Position in the recording of the first sample that follows. */
  startSample: z.number().int().min(0),
  /** One of the model's, or null if it takes none. */
  language: z.string().nullable(),
  hotwords: z.array(z.string().max(limits.hotwordChars)).max(limits.hotwords),
  phrases: z.array(z.string().max(limits.hotwordChars)).max(limits.hotwords),
  /** Of a live stream: reported while it is spoken, not in pieces. */
  live: liveOpeningSchema.optional(),
});

/** How many decodes may run at once from now on. */
export const limitSchema = z.strictObject({ parallelDecodes: z.number().int().positive() });

export const loadingSchema = z.strictObject({
  stage: z.enum(["reading", "loading", "warming"]),
  doneBytes: z.number().min(0),
});

export const readySchema = z.strictObject({
  pid: z.number().int(),
  rssBytes: z.number(),
  loadMs: z.number(),
});

const pieceSchema = z.object({
  startSeconds: seconds,
  endSeconds: seconds,
  text: z.string(),
  /** That the model heard; null if it does not say. */
  language: z.string().nullable(),
  /** Of each that it may be, if the model says. */
  languageProbabilities: z.record(z.string(), z.number()).optional(),
  words: z.array(wordSchema),
});

/** One message, so that no crash can come between a piece and the position that says it is delivered. */
export const settledSchema = z.object({
  /** Everything before this position of the recording is finished with. */
  untilSample: z.number().int().min(0),
  /** Samples of speech found since the stream was opened. */
  speechSamples: z.number().int().min(0),
  pieces: z.array(pieceSchema),
});

export const failedSchema = z.strictObject({ message: z.string() });

export const beatSchema = z.strictObject({
  /** Rises whenever the host gets on with something. */
  workDone: z.number().int().min(0),
  /** True when it has nothing to get on with until it hears more. */
  idle: z.boolean(),
  rssBytes: z.number().min(0),
});

export type Opening = z.output<typeof openSchema>;
export type HostInit = z.output<typeof initSchema>;
export type Settled = z.output<typeof settledSchema>;
