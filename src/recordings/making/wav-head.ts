/** The head of a WAV file whose length is known only at its end. */
import { wavFile } from "../../audio/wav-file.ts";

const NO_SAMPLES = new Int16Array(0);
const SIZE_AT = 4;
const DATA_SIZE_AT = 40;

/** Of a file without samples. */
export function wavHead(): Uint8Array {
  return wavFile(NO_SAMPLES);
}

/** @param bytes of the whole file. */
export function amendWavHead(head: Buffer, bytes: number): void {
  head.writeUInt32LE(bytes - 8, SIZE_AT);
  head.writeUInt32LE(bytes - wavHead().byteLength, DATA_SIZE_AT);
}
