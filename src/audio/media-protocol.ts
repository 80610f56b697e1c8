/**
 * What `tiro media-host` writes to its standard output: frames of a length (u32, little endian), a type (u8)
 * and a content. First `info`, then any number of `samples`, and one `end` or `error` last. A host that
 * stops without either was killed or crashed.
 */
import { endianness } from "node:os";
import { limits } from "../config/limits.ts";
import type { ErrorCode } from "../lib/errors.ts";
import type { AudioInfo } from "./audio.ts";

const FRAME_HEAD_BYTES = 5;

const TYPES = { info: 1, samples: 2, end: 3, error: 4 } as const;
type FrameType = keyof typeof TYPES;

export type MediaFrame =
  | { type: "info"; info: AudioInfo }
  | { type: "samples"; samples: Int16Array }
  | { type: "end" }
  | { type: "error"; code: ErrorCode; message: string; hint: string | null };

/** The host's arguments, as JSON in its one argument. The file itself is descriptor 3. */
export interface MediaHostArguments {
  maxDurationSeconds: number;
  /** The real path of a replacement folder for the WebAssembly module. */
  wasmDir: string | null;
  /** Memory that it may write to once its module is loaded; null without fences. */
  memoryBytes: number | null;
}

export function encodeFrame(frame: MediaFrame): Uint8Array {
  const content = contentOf(frame);
  const bytes = new Uint8Array(FRAME_HEAD_BYTES + content.byteLength);
  new DataView(bytes.buffer).setUint32(0, content.byteLength, true);
  bytes[4] = TYPES[frame.type];
  bytes.set(content, FRAME_HEAD_BYTES);
  return bytes;
}

function contentOf(frame: MediaFrame): Uint8Array {
  if (frame.type === "samples") return bytesOf(frame.samples);
  if (frame.type === "end") return new Uint8Array(0);
  if (frame.type === "info") return new TextEncoder().encode(JSON.stringify(frame.info));
  const { type: _, ...error } = frame;
  return new TextEncoder().encode(JSON.stringify(error));
}

/** Collects bytes as they come and gives out whole frames. @throws if the bytes are no frames. */
export class FrameParser {
  #pending: Uint8Array = new Uint8Array(0);

  *push(bytes: Uint8Array): Generator<MediaFrame> {
    this.#pending = this.#pending.byteLength === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    while (this.#pending.byteLength >= FRAME_HEAD_BYTES) {
      const head = new DataView(this.#pending.buffer, this.#pending.byteOffset, FRAME_HEAD_BYTES);
      const end = FRAME_HEAD_BYTES + head.getUint32(0, true);
      if (end > limits.mediaFrameBytes) throw new Error("a media frame is longer than the limit");
      if (this.#pending.byteLength < end) return;
      const frame = decodeFrame(head.getUint8(4), this.#pending.subarray(FRAME_HEAD_BYTES, end));
      this.#pending = this.#pending.subarray(end);
      yield frame;
    }
  }
}

function decodeFrame(type: number, content: Uint8Array): MediaFrame {
  const name = (Object.keys(TYPES) as FrameType[]).find((key) => TYPES[key] === type);
  if (name === "samples") return { type: name, samples: samplesOf(content) };
  if (name === "end") return { type: name };
  if (name === "info") return { type: name, info: JSON.parse(new TextDecoder().decode(content)) };
  if (name === "error") return { type: name, ...JSON.parse(new TextDecoder().decode(content)) };
  throw new Error(`a media frame has the unknown type ${type}`);
}

// Both ends are this program on this machine, and every platform that it runs on is little-endian.
if (endianness() !== "LE") throw new Error("tiro runs on little-endian machines only");

function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

/**
 * A copy, because frames do not begin at even addresses. Not by `slice()`: the content may be a `Buffer`,
 * whose `slice` is a view into everything that lies around it.
 */
function samplesOf(content: Uint8Array): Int16Array {
  return new Int16Array(new Uint8Array(content).buffer);
}
