/** The one format of dictation, read from memory: 16 kHz mono 16-bit PCM in WAV. Nothing is decoded. */
import { TiroError } from "../lib/errors.ts";
import { type AudioSource, SAMPLE_RATE } from "./audio.ts";
import type { ByteSource } from "./byte-source.ts";
import { checkLongEnough, checkShortEnough } from "./durations.ts";
import { invalidAudio } from "./invalid-audio.ts";
import { sniff } from "./sniff.ts";
import { findMpegInWav, isWav, readWavFormat, type WavFormat } from "./wav.ts";
import { isEngineWav, wavDurationSeconds } from "./wav-samples.ts";

const BLOCK_BYTES = SAMPLE_RATE * 2;
const WANTED = "dictation takes 16 kHz mono 16-bit PCM in WAV";

export interface DictationWav extends AudioSource {
  durationSeconds: number;
  /** Of the sound alone, without the file's head; lower-case hex. @param bytes how much of its beginning; all if left out. */
  samplesSha256(bytes?: number): string;
}

/**
 * @throws TiroError `invalid_audio` that says what the recording is instead, `audio_too_short` or `audio_too_long`.
 */
export function openDictationWav(
  content: Uint8Array<ArrayBuffer>,
  { param, maxDurationSeconds }: { param: string; maxDurationSeconds: number },
): DictationWav {
  try {
    const format = formatOf(content);
    const durationSeconds = wavDurationSeconds(format);
    checkShortEnough(durationSeconds, maxDurationSeconds);
    checkLongEnough(durationSeconds);
    return {
      info: {
        container: "wav",
        codec: "pcm",
        sampleRate: SAMPLE_RATE,
        channels: 1,
        statedDurationSeconds: durationSeconds,
      },
      durationSeconds,
      samples: blocks(content, format),
      samplesSha256: (bytes = format.dataBytes) => {
        const { dataOffset, dataBytes } = format;
        const sound = content.subarray(dataOffset, dataOffset + Math.min(bytes, dataBytes));
        return new Bun.CryptoHasher("sha256").update(sound).digest("hex");
      },
      close: async () => {},
    };
  } catch (error) {
    if (!(error instanceof TiroError)) throw error;
    throw new TiroError(error.code, error.message, { ...error.extras, param, cause: error.cause });
  }
}

function formatOf(content: Uint8Array<ArrayBuffer>): WavFormat {
  if (content.byteLength === 0) throw invalidAudio(`The file is empty; ${WANTED}.`);
  const file: ByteSource = {
    bytes: content.byteLength,
    read: (offset, bytes) => content.subarray(offset, offset + bytes),
  };
  if (!isWav(file.read(0, 12))) throw invalidAudio(`${kindOf(file)}; ${WANTED}.`);
  if (findMpegInWav(file)) throw invalidAudio(`The WAV file holds MPEG audio; ${WANTED}.`);
  const format = readWavFormat(file);
  if (isEngineWav(format)) return format;
  const { sampleRate, channels, sampleBytes, encoding } = format;
  const kind = encoding === "pcm" || encoding === "float" ? `${sampleBytes * 8}-bit ${encoding}` : encoding;
  const sound = channels === 1 ? "mono" : `${channels} channels`;
  throw invalidAudio(`The recording is ${sampleRate} Hz, ${sound}, ${kind}; ${WANTED}.`);
}

function kindOf(file: ByteSource): string {
  try {
    return `The recording is ${sniff(file).container}`;
  } catch (error) {
    if (error instanceof TiroError) return "The file is not a recording in a known format";
    throw error;
  }
}

async function* blocks(
  content: Uint8Array<ArrayBuffer>,
  { dataOffset, dataBytes }: WavFormat,
): AsyncGenerator<Int16Array> {
  const end = dataOffset + dataBytes;
  for (let offset = dataOffset; offset < end; offset += BLOCK_BYTES) {
    const bytes = Math.min(end - offset, BLOCK_BYTES);
    // Samples must begin at an even address, as they nearly always do.
    const isEven = (content.byteOffset + offset) % 2 === 0;
    const block = isEven ? content.subarray(offset, offset + bytes) : content.slice(offset, offset + bytes);
    yield new Int16Array(block.buffer, block.byteOffset, bytes / 2);
  }
}
