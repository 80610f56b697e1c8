/**
 * Messages on the broker. All begin with a header: u8 version, u8 kind, 8 bytes that name the link, u32 stream, u32 sequence;
 * integers are little-endian, stream 0 is the link itself. The rest is sealed, but for the keys with which a link is made.
 */
import { limits } from "../../config/limits.ts";
import { PUBLIC_KEY_BYTES, TAG_BYTES } from "./sealing.ts";

const WIRE_VERSION = 1;

export const MESSAGE = {
  /** From a worker without a link: its fresh key and its nonce. */
  hello: 1,
  /** From the API end: asks workers for a hello. */
  who: 2,
  /** From the API end: its fresh key, the worker's, and the first beat. */
  link: 3,
  beat: 4,
  /** Part of a stream's frame. */
  part: 5,
} as const;

type MessageKind = (typeof MESSAGE)[keyof typeof MESSAGE];
const KINDS: ReadonlySet<number> = new Set(Object.values(MESSAGE));

export const LINK_ID_BYTES = 8;
export const NONCE_BYTES = 16;
const STREAM_AT = 2 + LINK_ID_BYTES;
const SEQUENCE_AT = STREAM_AT + 4;
const HEADER_BYTES = SEQUENCE_AT + 4;
const SEQUENCE_MAX = 0xffff_ffff;
const PART_HEAD_BYTES = 2;
/** Of a frame, in one message. */
export const PART_BYTES = limits.workerMessageBytes - HEADER_BYTES - PART_HEAD_BYTES - TAG_BYTES;

const NO_LINK = Buffer.alloc(LINK_ID_BYTES);

export interface Message {
  kind: MessageKind;
  linkId: Buffer;
  stream: number;
  sequence: number;
  header: Buffer;
  body: Buffer;
}

export function encodeHeader(
  kind: MessageKind,
  linkId: Uint8Array,
  stream: number,
  sequence: number,
): Buffer {
  if (sequence > SEQUENCE_MAX) throw new Error("a stream has no more numbers for messages");
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt8(WIRE_VERSION, 0);
  header.writeUInt8(kind, 1);
  header.set(linkId, 2);
  header.writeUInt32LE(stream, STREAM_AT);
  header.writeUInt32LE(sequence, SEQUENCE_AT);
  return header;
}

/** Null for what is none. Nothing is copied. */
export function readMessage(bytes: Uint8Array): Message | null {
  const { byteLength } = bytes;
  if (byteLength < HEADER_BYTES || byteLength > limits.workerMessageBytes) return null;
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, byteLength);
  const kind = message.readUInt8(1);
  if (message.readUInt8(0) !== WIRE_VERSION || !KINDS.has(kind)) return null;
  return {
    kind: kind as MessageKind,
    linkId: message.subarray(2, STREAM_AT),
    stream: message.readUInt32LE(STREAM_AT),
    sequence: message.readUInt32LE(SEQUENCE_AT),
    header: message.subarray(0, HEADER_BYTES),
    body: message.subarray(HEADER_BYTES),
  };
}

/** A worker's first message, not yet trusted. */
export interface Hello {
  workerFresh: Buffer;
  nonce: Buffer;
}

export function encodeHello({ workerFresh, nonce }: Hello): Buffer {
  return Buffer.concat([encodeHeader(MESSAGE.hello, NO_LINK, 0, 0), workerFresh, nonce]);
}

export function readHello({ body }: Message): Hello | null {
  if (body.byteLength !== PUBLIC_KEY_BYTES + NONCE_BYTES) return null;
  return { workerFresh: body.subarray(0, PUBLIC_KEY_BYTES), nonce: body.subarray(PUBLIC_KEY_BYTES) };
}

export function encodeWho(): Buffer {
  return encodeHeader(MESSAGE.who, NO_LINK, 0, 0);
}

const LINK_KEYS_BYTES = 2 * PUBLIC_KEY_BYTES;

/** The header and the keys of a `link` message: the first beat is sealed after them. */
export function encodeLinkHead(linkId: Uint8Array, apiFresh: Uint8Array, workerFresh: Uint8Array): Buffer {
  return Buffer.concat([encodeHeader(MESSAGE.link, linkId, 0, 0), apiFresh, workerFresh]);
}

export function readLink({ header, body }: Message) {
  if (body.byteLength < LINK_KEYS_BYTES) return null;
  const keys = body.subarray(0, LINK_KEYS_BYTES);
  return {
    head: Buffer.concat([header, keys]),
    apiFresh: keys.subarray(0, PUBLIC_KEY_BYTES),
    workerFresh: keys.subarray(PUBLIC_KEY_BYTES),
    sealed: body.subarray(LINK_KEYS_BYTES),
  };
}
