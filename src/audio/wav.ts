/**
 * Reads the header of a WAV file. Formats and field names follow Microsoft's "Multimedia Programming Interface
 * and Data Specifications 1.0" (RIFF, WAVE) and "Multiple Channel Audio Data and WAVE Files" (extensible);
 * RF64 and BW64 follow EBU Tech 3306 and ITU-R BS.2088.
 */
import { limits } from "../config/limits.ts";
import { type ByteSource, Slice, textOf, viewOf } from "./byte-source.ts";
import { invalidAudio } from "./invalid-audio.ts";

export type WavEncoding = "pcm" | "float" | "alaw" | "ulaw";

export interface WavFormat {
  encoding: WavEncoding;
  sampleRate: number;
  channels: number;
  /** Bytes of one sample of one channel, padding included; PCM stands left-justified in them. */
  sampleBytes: number;
  /** Where the samples begin in the file, and how many bytes of whole frames there are. */
  dataOffset: number;
  dataBytes: number;
}

const FORMAT_TAGS: Readonly<Record<number, WavEncoding>> = { 1: "pcm", 3: "float", 6: "alaw", 7: "ulaw" };
const TAG_EXTENSIBLE = 0xfffe;
const TAGS_MPEG: readonly number[] = [0x50, 0x55];
/** Stands where the size is in a `ds64` chunk, or where nobody knew it. */
const LONG_SIZE = 0xffffffff;
/** Writers to a pipe state a size from here up that their samples cannot have (sox: 0x7FFFF000). */
const UNKNOWN_SIZE_MIN = 0x7ffff000;
const SAMPLE_BYTES: Readonly<Record<WavEncoding, readonly number[]>> = {
  pcm: [1, 2, 3, 4],
  float: [4, 8],
  alaw: [1],
  ulaw: [1],
};

interface Chunk {
  id: string;
  /** Of the content, past the eight bytes of id and size. */
  offset: number;
  bytes: number;
}

/** Whether a file that begins with these bytes is a WAV file. */
export function isWav(head: Uint8Array): boolean {
  return /^(RIFF|RF64|BW64).{4}WAVE/s.test(textOf(head));
}

/** @throws TiroError `invalid_audio` that says what is wrong, with both lengths where the samples are cut short. */
export function readWavFormat(file: ByteSource): WavFormat {
  const { format, data, longDataBytes } = findChunks(file);
  const description = readDescription(file, format);
  const frameBytes = description.sampleBytes * description.channels;
  const presentBytes = file.bytes - data.offset;
  const long = data.bytes === LONG_SIZE ? longDataBytes : null;
  const statedBytes = long ?? data.bytes;
  const endsEarly = statedBytes > presentBytes;
  const streamed = endsEarly
    ? long === null && statedBytes >= UNKNOWN_SIZE_MIN
    : statedBytes === 0 && !isChunkAt(file, data.offset);
  if (!streamed && endsEarly) {
    const seconds = (bytes: number) => (bytes / frameBytes / description.sampleRate).toFixed(2);
    throw invalidAudio(
      `The WAV file is cut short: its header states ${seconds(statedBytes)} s of audio, but it contains ${seconds(presentBytes)} s.`,
    );
  }
  const bytes = streamed ? presentBytes : statedBytes;
  return { ...description, dataOffset: data.offset, dataBytes: bytes - (bytes % frameBytes) };
}

/** The samples of a WAV file that holds MP2 or MP3 instead of samples (RFC 2361, tags 0x50 and 0x55), or null. */
export function findMpegInWav(file: ByteSource): ByteSource | null {
  const { format, data } = findChunks(file);
  const tag = formatTag(file.read(format.offset, Math.min(format.bytes, 40)));
  return TAGS_MPEG.includes(tag) ? new Slice(file, data.offset, data.bytes) : null;
}

interface Chunks {
  format: Chunk;
  data: Chunk;
  /** The 64-bit size of the samples, from a `ds64` chunk. */
  longDataBytes: number | null;
}

function findChunks(file: ByteSource): Chunks {
  let format: Chunk | null = null;
  let longDataBytes: number | null = null;
  let offset = 12;
  for (let count = 0; count < limits.wavChunks; count++) {
    const head = file.read(offset, 8);
    if (head.byteLength < 8) break;
    const chunk = chunkFrom(head, offset + 8);
    if (chunk.id === "fmt ") format = chunk;
    if (chunk.id === "ds64") longDataBytes = readLongDataBytes(file, chunk);
    if (chunk.id === "data") {
      if (!format) throw invalidAudio("The WAV file has no format chunk before its samples.");
      return { format, data: chunk, longDataBytes };
    }
    // Chunks are padded to even lengths.
    offset = chunk.offset + chunk.bytes + (chunk.bytes % 2);
  }
  throw invalidAudio(
    format
      ? "The WAV file holds no samples: it ends before its data chunk."
      : "The WAV file has no format chunk.",
  );
}

function chunkFrom(head: Uint8Array, offset: number): Chunk {
  const view = viewOf(head);
  return { id: textOf(head, 0, 4), offset, bytes: view.getUint32(4, true) };
}

function readLongDataBytes(file: ByteSource, chunk: Chunk): number | null {
  const content = file.read(chunk.offset, 16);
  return content.byteLength < 16 ? null : Number(viewOf(content).getBigUint64(8, true));
}

/** A data chunk of size 0 is either truly empty, with chunks or nothing after it, or a stream of unknown length. */
function isChunkAt(file: ByteSource, offset: number): boolean {
  const head = file.read(offset, 8);
  if (head.byteLength < 8) return true;
  const chunk = chunkFrom(head, offset + 8);
  return /^[ -~]{4}$/.test(chunk.id) && chunk.offset + chunk.bytes <= file.bytes;
}

function readDescription(file: ByteSource, chunk: Chunk): Omit<WavFormat, "dataOffset" | "dataBytes"> {
  const content = file.read(chunk.offset, Math.min(chunk.bytes, 40));
  if (content.byteLength < 16) throw invalidAudio("The WAV file's format chunk is cut short.");
  const view = viewOf(content);
  const tag = formatTag(content);
  const encoding = FORMAT_TAGS[tag];
  if (!encoding) throw invalidAudio(`The WAV file's encoding 0x${tag.toString(16)} is not supported.`);
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const sampleBytes = view.getUint16(12, true) / channels;
  if (channels < 1 || channels > limits.audioChannels) {
    throw invalidAudio(
      `The WAV file has ${channels} channels according to its header; 1 to ${limits.audioChannels} are supported.`,
    );
  }
  if (sampleRate < limits.audioSampleRateMin || sampleRate > limits.audioSampleRateMax) {
    throw invalidAudio(
      `The WAV file has a sample rate of ${sampleRate} Hz; ${limits.audioSampleRateMin} to ${limits.audioSampleRateMax} Hz are supported.`,
    );
  }
  if (!SAMPLE_BYTES[encoding].includes(sampleBytes)) {
    throw invalidAudio(`The WAV file has ${sampleBytes} bytes a sample, which its encoding does not allow.`);
  }
  return { encoding, sampleRate, channels, sampleBytes };
}

/** The extensible format keeps the tag in the first two bytes of its subformat. */
function formatTag(content: Uint8Array): number {
  if (content.byteLength < 2) return 0;
  const tag = viewOf(content).getUint16(0, true);
  return tag === TAG_EXTENSIBLE && content.byteLength >= 26 ? viewOf(content).getUint16(24, true) : tag;
}
