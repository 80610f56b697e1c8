/** The audio of a stream, as its client sends it, to what the recognizer hears. */
import { framesToMono } from "../audio/pcm.ts";
import { Resampler } from "../audio/resampling/resample.ts";
import type { WavFormat } from "../audio/wav.ts";
import { TiroError } from "../lib/errors.ts";

export type AudioFormat =
  | { type: "audio/pcm"; rate: 16_000 | 24_000 }
  | { type: "audio/pcmu" }
  | { type: "audio/pcma" };

const G711_RATE = 8_000;

/** Takes base64 piece by piece. */
export class AudioInput {
  readonly #layout: Layout;
  #resampler: Resampler;

  constructor(format: AudioFormat) {
    this.#layout = layoutOf(format);
    this.#resampler = new Resampler(this.#layout.sampleRate);
  }

  /**
   * Nothing is taken of what is refused.
   * @throws TiroError `invalid_request` if it is no base64 or holds half a sample.
   */
  bytesOf(base64: string): Buffer {
    const bytes = Buffer.from(base64, "base64");
    if (!isBase64(base64, bytes.length))
      throw new TiroError("invalid_request", "`audio` is not base64.", { param: "audio" });
    if (bytes.length % this.#layout.sampleBytes !== 0)
      throw new TiroError("invalid_request", "`audio` must hold whole samples of two bytes each.", {
        param: "audio",
      });
    return bytes;
  }

  /** How long it lasts. */
  secondsOf({ length }: Uint8Array): number {
    return length / this.#layout.sampleBytes / this.#layout.sampleRate;
  }

  /** At 16 kHz; what depends on audio to come is held back. */
  push(bytes: Uint8Array): Int16Array {
    return this.#resampler.push(framesToMono(bytes, this.#layout));
  }

  /** Samples that were held back: the audio that follows does not belong to it. */
  end(): Int16Array {
    const rest = this.#resampler.end();
    this.#resampler = new Resampler(this.#layout.sampleRate);
    return rest;
  }

  /** Forgets what was held back. */
  clear(): void {
    this.#resampler = new Resampler(this.#layout.sampleRate);
  }
}

type Layout = Pick<WavFormat, "encoding" | "channels" | "sampleRate" | "sampleBytes">;

function layoutOf(format: AudioFormat): Layout {
  if (format.type === "audio/pcm")
    return { encoding: "pcm", channels: 1, sampleRate: format.rate, sampleBytes: 2 };
  const encoding = format.type === "audio/pcmu" ? "ulaw" : "alaw";
  return { encoding, channels: 1, sampleRate: G711_RATE, sampleBytes: 1 };
}

/** Node's decoder skips what is no base64; the length shows it. Both alphabets and missing padding are taken. */
function isBase64(text: string, bytes: number): boolean {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const digits = text.length - padding;
  return (
    (padding === 0 || text.length % 4 === 0) && digits % 4 !== 1 && bytes === Math.floor((digits * 3) / 4)
  );
}
