/** Decodes a WAV file's samples to 16 kHz mono, in blocks, with memory that does not depend on its length. */
import { SAMPLE_RATE } from "./audio.ts";
import type { ByteSource } from "./byte-source.ts";
import { framesToMono } from "./pcm.ts";
import { Resampler } from "./resampling/resample.ts";
import type { WavFormat } from "./wav.ts";

/** Read at once: about a tenth of a second of CD audio, so that a block is soon on its way. */
const READ_BYTES = 64 * 1024;

export function* wavSamples(file: ByteSource, format: WavFormat): Generator<Int16Array<ArrayBuffer>> {
  const resampler = new Resampler(format.sampleRate);
  const frameBytes = format.channels * format.sampleBytes;
  const step = Math.max(1, Math.floor(READ_BYTES / frameBytes)) * frameBytes;
  const end = format.dataOffset + format.dataBytes;
  for (let offset = format.dataOffset; offset < end; offset += step) {
    const frames = file.read(offset, Math.min(step, end - offset));
    yield resampler.push(framesToMono(frames, format));
  }
  yield resampler.end();
}

export function wavDurationSeconds(format: WavFormat): number {
  return format.dataBytes / (format.channels * format.sampleBytes) / format.sampleRate;
}

/** Whether the samples already are what the engine takes, so that they can be passed on as they lie in the file. */
export function isEngineWav(format: WavFormat): boolean {
  return (
    format.encoding === "pcm" &&
    format.sampleBytes === 2 &&
    format.channels === 1 &&
    format.sampleRate === SAMPLE_RATE
  );
}
