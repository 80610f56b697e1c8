/** Of a WAV file the bytes that hold some seconds, found from its head alone. */
import type { ByteSource } from "./byte-source.ts";
import { readWavFormat } from "./wav.ts";

export interface WavPart {
  /** To be written before the bytes: the file's own, with other lengths. */
  head: Uint8Array;
  /** In the file; `to` is exclusive. */
  from: number;
  to: number;
  /** In seconds: at most the asked start, by less than a frame. */
  beginsAt: number;
}

const RIFF_SIZE_AT = 4;
const SIZE_BYTES = 4;

/**
 * @param begin of the file, which holds more than its head.
 * @param bytes of the whole file.
 * @returns null if that cannot be said: the file has 64-bit lengths, is compressed, or its head is larger.
 */
export function cutWav(
  begin: Buffer,
  bytes: number,
  { start, end }: { start: number; end: number },
): WavPart | null {
  if (begin.toString("latin1", 0, 4) !== "RIFF") return null;
  const file: ByteSource = {
    bytes,
    read: (offset, count) => Uint8Array.from(begin.subarray(offset, offset + count)),
  };
  let format: ReturnType<typeof readWavFormat>;
  try {
    format = readWavFormat(file);
  } catch {
    // Decoding the whole reports what is wrong with it.
    return null;
  }
  const { sampleRate, channels, sampleBytes, dataOffset, dataBytes } = format;
  if (dataOffset > begin.byteLength) return null;
  const frameBytes = channels * sampleBytes;
  const frames = Math.floor(dataBytes / frameBytes);
  const first = Math.min(frames, Math.floor(start * sampleRate));
  const last = Math.min(frames, Math.max(first, Math.ceil(end * sampleRate)));
  const head = Buffer.from(begin.subarray(0, dataOffset));
  const partBytes = (last - first) * frameBytes;
  head.writeUInt32LE(dataOffset - 8 + partBytes, RIFF_SIZE_AT);
  head.writeUInt32LE(partBytes, dataOffset - SIZE_BYTES);
  const from = dataOffset + first * frameBytes;
  return { head, from, to: from + partBytes, beginsAt: first / sampleRate };
}
