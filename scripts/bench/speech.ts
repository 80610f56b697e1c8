/** Speech for the benchmarks: the committed recordings, one after the other, until there is enough. */
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "../../test/audio");
const SAMPLE_RATE = 16_000;
const PAUSE_SECONDS = 0.7;
const HEADER_BYTES = 44;

/** 16 kHz mono samples of at least `seconds`, with pauses in between as between sentences. */
export async function speech(seconds: number): Promise<Int16Array> {
  const clips = await Promise.all(
    ["conversation_two_speakers", "synth_02_rms", "synth_04_rms", "synth_07_slt", "synth_08_rms"].map(
      async (name) => {
        const bytes = await Bun.file(join(FOLDER, `${name}.wav`)).bytes();
        return new Int16Array(bytes.slice(HEADER_BYTES).buffer);
      },
    ),
  );
  const pause = Math.round(PAUSE_SECONDS * SAMPLE_RATE);
  const all = new Int16Array(seconds * SAMPLE_RATE);
  for (let at = 0, next = 0; at < all.length; next += 1) {
    const clip = clips[next % clips.length] as Int16Array;
    all.set(clip.subarray(0, all.length - at), at);
    at += clip.length + pause;
  }
  return all;
}

/** A plain WAV file of 16 kHz mono samples. */
export function wavFile(samples: Int16Array): Uint8Array<ArrayBuffer> {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  const text = (at: number, value: string) => {
    for (let index = 0; index < value.length; index += 1)
      header.setUint8(at + index, value.charCodeAt(index));
  };
  text(0, "RIFF");
  header.setUint32(4, HEADER_BYTES - 8 + samples.byteLength, true);
  text(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, SAMPLE_RATE, true);
  header.setUint32(28, SAMPLE_RATE * 2, true);
  header.setUint16(32, 2, true);
  header.setUint16(34, 16, true);
  text(36, "data");
  header.setUint32(40, samples.byteLength, true);
  const file = new Uint8Array(HEADER_BYTES + samples.byteLength);
  file.set(new Uint8Array(header.buffer));
  file.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), HEADER_BYTES);
  return file;
}
