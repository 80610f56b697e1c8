/**
 * The fast path: a WAV file that already holds what the engine takes. Nothing is decoded, so it needs no
 * process of its own; dictation and most telephony arrive like this.
 */
import { open } from "node:fs/promises";
import { type AudioSource, SAMPLE_RATE } from "./audio.ts";
import type { WavFormat } from "./wav.ts";

const BLOCK_BYTES = SAMPLE_RATE * 2;
/** One read serves several blocks. */
const READ_BLOCKS = 8;

export function openPlainWav(path: string, format: WavFormat): AudioSource {
  return {
    info: {
      container: "wav",
      codec: "pcm",
      sampleRate: format.sampleRate,
      channels: 1,
      statedDurationSeconds: format.dataBytes / BLOCK_BYTES,
    },
    samples: readBlocks(path, format),
    close: async () => {},
  };
}

async function* readBlocks(path: string, { dataOffset, dataBytes }: WavFormat): AsyncGenerator<Int16Array> {
  const file = await open(path, "r");
  try {
    for (let done = 0; done < dataBytes; ) {
      const wanted = Math.min(READ_BLOCKS * BLOCK_BYTES, dataBytes - done);
      const buffer = new ArrayBuffer(wanted);
      const { bytesRead } = await file.read(new Uint8Array(buffer), 0, wanted, dataOffset + done);
      if (bytesRead === 0) return;
      const whole = bytesRead - (bytesRead % 2);
      for (let at = 0; at < whole; at += BLOCK_BYTES) {
        yield new Int16Array(buffer, at, Math.min(BLOCK_BYTES, whole - at) / 2);
      }
      done += whole;
    }
  } finally {
    await file.close();
  }
}
