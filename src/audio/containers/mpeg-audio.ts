/**
 * Frames of MPEG audio (MP1, MP2, MP3: ISO/IEC 11172-3 and 13818-3, section 2.4.2.3) and of AAC in ADTS
 * (ISO/IEC 13818-7, section 6.2), and the Xing header that encoders put into the first MP3 frame
 * (as LAME writes it: "Mp3 Info Tag revision 1").
 */
import { limits } from "../../config/limits.ts";
import { type ByteSource, textOf, viewOf } from "../byte-source.ts";

export interface AudioFrame {
  kind: "mpeg" | "adts";
  sampleRate: number;
  channels: number;
  bytes: number;
  /** Of each channel. */
  samples: number;
}

const ADTS_HEADER_BYTES = 7;
/** Frames in a row that make a place the true beginning, and not three bytes of a picture. */
const FRAMES_IN_A_ROW = 3;

const MPEG_RATES = [44_100, 48_000, 32_000];
const ADTS_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
];
/** In kbit/s, by layer for MPEG 1, then layer 1 and layers 2 and 3 for MPEG 2 and 2.5. */
const BIT_RATES = {
  v1l1: [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  v1l2: [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  v1l3: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  v2l1: [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  v2l23: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/** The frame whose header stands at `at`, or null if none does. */
export function readFrame(bytes: Uint8Array, at: number): AudioFrame | null {
  if (bytes[at] !== 0xff || at + ADTS_HEADER_BYTES > bytes.byteLength) return null;
  const second = bytes[at + 1] as number;
  if ((second & 0xf6) === 0xf0) return readAdtsFrame(bytes.subarray(at, at + ADTS_HEADER_BYTES));
  return (second & 0xe0) === 0xe0 ? readMpegFrame(bytes.subarray(at, at + 4)) : null;
}

function readMpegFrame(header: Uint8Array): AudioFrame | null {
  const [, second = 0, third = 0, fourth = 0] = header;
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const bitRateIndex = third >> 4;
  const baseRate = MPEG_RATES[(third >> 2) & 3];
  // Version 1 is reserved, layer 4 too, and so are the highest bit rate and sample rate. Bit rate 0 is "free".
  if (version === 1 || layer === 4 || bitRateIndex === 0 || bitRateIndex === 15 || !baseRate) return null;
  const isV1 = version === 3;
  const sampleRate = baseRate / (isV1 ? 1 : version === 2 ? 2 : 4);
  const bitRate = (bitRatesOf(isV1, layer)[bitRateIndex - 1] as number) * 1000;
  const padding = (third >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && !isV1 ? 576 : 1152;
  const bytes =
    layer === 1
      ? (Math.floor((12 * bitRate) / sampleRate) + padding) * 4
      : Math.floor(((samples / 8) * bitRate) / sampleRate) + padding;
  return { kind: "mpeg", sampleRate, channels: fourth >> 6 === 3 ? 1 : 2, bytes, samples };
}

function bitRatesOf(isV1: boolean, layer: number): readonly number[] {
  if (!isV1) return layer === 1 ? BIT_RATES.v2l1 : BIT_RATES.v2l23;
  return [BIT_RATES.v1l1, BIT_RATES.v1l2, BIT_RATES.v1l3][layer - 1] as readonly number[];
}

function readAdtsFrame(header: Uint8Array): AudioFrame | null {
  const [, , third = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0] = header;
  const sampleRate = ADTS_RATES[(third >> 2) & 15];
  const bytes = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  if (!sampleRate || bytes <= ADTS_HEADER_BYTES) return null;
  const channels = ((third & 1) << 2) | (fourth >> 6);
  // Configuration 0 means that the stream itself says it; 7 is eight channels.
  return {
    kind: "adts",
    sampleRate,
    channels: channels === 7 ? 8 : channels,
    bytes,
    samples: 1024 * ((seventh & 3) + 1),
  };
}

/** Where the first of several frames in a row stands, near the beginning of the source. */
export function findFrames(source: ByteSource): { offset: number; frame: AudioFrame } | null {
  const head = source.read(0, limits.audioSyncBytes);
  for (let offset = head.indexOf(0xff); offset >= 0; offset = head.indexOf(0xff, offset + 1)) {
    const frame = readFrame(head, offset);
    if (frame && isFollowed(source, offset, frame)) return { offset, frame };
  }
  return null;
}

function isFollowed(source: ByteSource, offset: number, first: AudioFrame): boolean {
  let at = offset + first.bytes;
  for (let count = 1; count < FRAMES_IN_A_ROW; count++) {
    if (at === source.bytes) return true;
    const next = readFrame(source.read(at, ADTS_HEADER_BYTES), 0);
    if (next?.kind !== first.kind || next.sampleRate !== first.sampleRate) return false;
    at += next.bytes;
  }
  return true;
}

export interface XingHeader {
  durationSeconds: number;
  /** Of all frames, this one included; null if the header does not say. */
  bytes: number | null;
}

/** @param source begins with the first frame. */
export function readXingHeader(source: ByteSource, frame: AudioFrame): XingHeader | null {
  const bytes = source.read(0, Math.min(frame.bytes, 256));
  const isV1 = ((bytes[1] ?? 0) & 8) !== 0;
  // After the frame's header and side information, whose length depends on version and channels.
  const at = 4 + (isV1 ? (frame.channels === 1 ? 17 : 32) : frame.channels === 1 ? 9 : 17);
  if (bytes.byteLength < at + 16 || !/^(Xing|Info)$/.test(textOf(bytes, at, at + 4))) return null;
  const view = viewOf(bytes);
  const flags = view.getUint32(at + 4);
  if ((flags & 1) === 0) return null;
  return {
    durationSeconds: (view.getUint32(at + 8) * frame.samples) / frame.sampleRate,
    bytes: (flags & 2) === 0 ? null : view.getUint32(at + 12),
  };
}

/** Every whole ADTS frame, header included; what lies between frames is passed over. */
export function* adtsFrames(source: ByteSource): Generator<Uint8Array<ArrayBuffer>> {
  const blockBytes = limits.audioSyncBytes;
  let block = source.read(0, blockBytes);
  let blockStart = 0;
  let at = 0;
  while (at + ADTS_HEADER_BYTES <= block.byteLength) {
    const frame = readFrame(block, at);
    const end = frame?.kind === "adts" ? at + frame.bytes : at + 1;
    if (frame?.kind === "adts" && end <= block.byteLength) yield block.subarray(at, end);
    const isSplit = end > block.byteLength && blockStart + end <= source.bytes;
    at = isSplit ? at : end;
    if (isSplit || at + ADTS_HEADER_BYTES > block.byteLength) {
      blockStart += at;
      at = 0;
      block = source.read(blockStart, blockBytes);
    }
  }
}
