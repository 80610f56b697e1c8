/** A recording as the server takes it. */
import { requestLimits } from "../../../config/limits/requests.ts";

export const SAMPLE_RATE = 16_000;
export const LONGEST_SECONDS = requestLimits.dictationDurationSeconds;

const HEAD_BYTES = 44;
const SAMPLE_BYTES = 2;

export type Samples = Int16Array<ArrayBuffer>;

/** 16 kHz, mono, 16-bit PCM. */
export function wavOf(pieces: readonly Samples[]): Blob {
  const bytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const head = new DataView(new ArrayBuffer(HEAD_BYTES));
  const name = (at: number, text: string) => {
    for (let index = 0; index < text.length; index++) head.setUint8(at + index, text.charCodeAt(index));
  };
  name(0, "RIFF");
  head.setUint32(4, HEAD_BYTES - 8 + bytes, true);
  name(8, "WAVEfmt ");
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, SAMPLE_RATE, true);
  head.setUint32(28, SAMPLE_RATE * SAMPLE_BYTES, true);
  head.setUint16(32, SAMPLE_BYTES, true);
  head.setUint16(34, SAMPLE_BYTES * 8, true);
  name(36, "data");
  head.setUint32(40, bytes, true);
  return new Blob([head, ...pieces], { type: "audio/wav" });
}
