import { SAMPLE_RATE } from "./audio.ts";

const HEADER_BYTES = 44;
const PCM = 1;

/** A plain WAV file of 16 kHz mono samples. */
export function wavFile(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const file = Buffer.alloc(HEADER_BYTES + samples.byteLength);
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(HEADER_BYTES - 8 + samples.byteLength, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36, "latin1");
  file.writeUInt32LE(samples.byteLength, 40);
  file.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), HEADER_BYTES);
  return file;
}
