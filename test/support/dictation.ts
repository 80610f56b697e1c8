import { readFileSync } from "node:fs";
import { CONTENT_TYPE, multipart, type Part } from "./multipart.ts";
import { RECORDING } from "./transcription.ts";

export const recording = readFileSync(RECORDING);

/** A 16 kHz mono 16-bit WAV file, by default, of silence or of the samples given. */
export function wav(
  samples: number | Int16Array,
  {
    sampleRate = 16_000,
    channels = 1,
    bits = 16,
  }: { sampleRate?: number; channels?: number; bits?: number } = {},
): Buffer {
  const frameBytes = (channels * bits) / 8;
  const data = typeof samples === "number" ? Buffer.alloc(samples * frameBytes) : Buffer.from(samples.buffer);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(sampleRate, 24);
  head.writeUInt32LE(sampleRate * frameBytes, 28);
  head.writeUInt16LE(frameBytes, 32);
  head.writeUInt16LE(bits, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** What `fetch` takes for a dictation. @param fields null leaves the recording out. */
export function dictation(
  audio: Uint8Array | null = recording,
  fields: Record<string, string> = {},
  headers: Record<string, string> = {},
): RequestInit {
  const parts: Part[] = Object.entries(fields).map(([name, body]) => ({ name, body }));
  if (audio) parts.push({ name: "audio", fileName: "speech.wav", type: "audio/wav", body: audio });
  return { method: "POST", headers: { "Content-Type": CONTENT_TYPE, ...headers }, body: multipart(parts) };
}
