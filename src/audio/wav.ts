/**
 * Reads the header of a WAV file. Formats and field names follow Microsoft's "Multimedia Programming Interface
 * and Data Specifications 1.0" (RIFF, WAVE) and "Multiple Channel Audio Data and WAVE Files" (extensible);
 * RF64 and BW64 follow EBU Tech 3306 and ITU-R BS.2088.
 */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import type { FileReader } from "./file-reader.ts";

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
const STREAMED_SIZE = 0xffffffff;
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
  const text = Buffer.from(head.subarray(0, 12)).toString("latin1");
  return /^(RIFF|RF64|BW64)/.test(text) && text.slice(8) === "WAVE";
}

/** Throws `invalid_audio` that says what is wrong, with both lengths where the samples are cut short. */
export function readWavFormat(file: FileReader): WavFormat {
  const { format, data, longDataBytes } = findChunks(file);
  const description = readDescription(file, format);
  const frameBytes = description.sampleBytes * description.channels;
  const presentBytes = file.bytes - data.offset;
  const statedBytes = data.bytes === STREAMED_SIZE && longDataBytes !== null ? longDataBytes : data.bytes;
  const streamed = statedBytes === STREAMED_SIZE || (statedBytes === 0 && !isChunkAt(file, data.offset));
  if (!streamed && statedBytes > presentBytes) {
    const seconds = (bytes: number) => (bytes / frameBytes / description.sampleRate).toFixed(2);
    throw invalid(
      `The WAV file is cut short: its header promises ${seconds(statedBytes)} s of audio, ${seconds(presentBytes)} s are there.`,
    );
  }
  const bytes = streamed ? presentBytes : statedBytes;
  return { ...description, dataOffset: data.offset, dataBytes: bytes - (bytes % frameBytes) };
}

interface Chunks {
  format: Chunk;
  data: Chunk;
  /** The 64-bit size of the samples, from a `ds64` chunk. */
  longDataBytes: number | null;
}

function findChunks(file: FileReader): Chunks {
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
      if (!format) throw invalid("The WAV file has no format chunk before its samples.");
      return { format, data: chunk, longDataBytes };
    }
    // Chunks are padded to even lengths.
    offset = chunk.offset + chunk.bytes + (chunk.bytes % 2);
  }
  throw invalid(
    format
      ? "The WAV file holds no samples: it ends before its data chunk."
      : "The WAV file has no format chunk.",
  );
}

function chunkFrom(head: Uint8Array, offset: number): Chunk {
  const view = viewOf(head);
  return { id: Buffer.from(head.subarray(0, 4)).toString("latin1"), offset, bytes: view.getUint32(4, true) };
}

function readLongDataBytes(file: FileReader, chunk: Chunk): number | null {
  const content = file.read(chunk.offset, 16);
  return content.byteLength < 16 ? null : Number(viewOf(content).getBigUint64(8, true));
}

/** A data chunk of size 0 is either truly empty, with chunks or nothing behind it, or a stream whose writer never knew. */
function isChunkAt(file: FileReader, offset: number): boolean {
  const head = file.read(offset, 8);
  if (head.byteLength < 8) return true;
  const chunk = chunkFrom(head, offset + 8);
  return /^[ -~]{4}$/.test(chunk.id) && chunk.offset + chunk.bytes <= file.bytes;
}

function readDescription(file: FileReader, chunk: Chunk): Omit<WavFormat, "dataOffset" | "dataBytes"> {
  const content = file.read(chunk.offset, Math.min(chunk.bytes, 40));
  if (content.byteLength < 16) throw invalid("The WAV file's format chunk is cut short.");
  const view = viewOf(content);
  const tag = view.getUint16(0, true);
  const realTag = tag === TAG_EXTENSIBLE && content.byteLength >= 26 ? view.getUint16(24, true) : tag;
  const encoding = FORMAT_TAGS[realTag];
  if (!encoding) throw invalid(`The WAV file's encoding 0x${realTag.toString(16)} is not supported.`);
  const channels = view.getUint16(2, true);
  const sampleRate = view.getUint32(4, true);
  const sampleBytes = view.getUint16(12, true) / channels;
  if (channels < 1 || channels > limits.audioChannels) {
    throw invalid(
      `The WAV file says it has ${channels} channels; 1 to ${limits.audioChannels} are supported.`,
    );
  }
  if (sampleRate < limits.audioSampleRateMin || sampleRate > limits.audioSampleRateMax) {
    throw invalid(
      `The WAV file says ${sampleRate} Hz; ${limits.audioSampleRateMin} to ${limits.audioSampleRateMax} Hz are supported.`,
    );
  }
  if (!SAMPLE_BYTES[encoding].includes(sampleBytes)) {
    throw invalid(`The WAV file has ${sampleBytes} bytes a sample, which its encoding does not allow.`);
  }
  return { encoding, sampleRate, channels, sampleBytes };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function invalid(message: string): TiroError {
  return new TiroError("invalid_audio", message, { param: "file" });
}
