/** Everything but WAV: from the file's content to 16 kHz mono, through FFmpeg. */
import { TiroError } from "../../lib/errors.ts";
import { SAMPLE_RATE } from "../audio.ts";
import type { ByteSource } from "../byte-source.ts";
import { adtsFrames, readFrame } from "../containers/mpeg-audio.ts";
import { invalidAudio } from "../invalid-audio.ts";
import { copyPacket, LibavDecoder } from "./libav-decoder.ts";
import type { MonoFrame } from "./libav-frame.ts";
import { type InputFormat, LibavInput, type TrackInfo } from "./libav-input.ts";
import { type LibavModule, loadLibav, type Variant } from "./libav-module.ts";
import { SixteenKilohertz } from "./sixteen-khz.ts";

export type Samples = Generator<Int16Array<ArrayBuffer>>;

export interface DecodedTrack {
  codec: string;
  sampleRate: number;
  channels: number;
  durationSeconds: number | null;
  samples: Samples;
}

const VARIANTS: Readonly<Record<InputFormat, Variant>> = {
  mov: "fat",
  matroska: "fat",
  ogg: "fat",
  flac: "fat",
  mp3: "obsolete",
};

/**
 * @param links the file's content, or each of the recordings that follow each other in it.
 * Throws `invalid_audio`; so do the samples.
 */
export async function decodeWithLibav(
  format: InputFormat,
  links: readonly [ByteSource, ...ByteSource[]],
  wasmDir: string | null,
): Promise<DecodedTrack> {
  const module = await loadLibav(VARIANTS[format], wasmDir);
  const first = new LibavInput(module, links[0], format);
  const { codec, sampleRate, channels, durationSeconds } = first.track;
  const decoder =
    LibavDecoder.forTrack(module, first.track) ?? (await foreignDecoder(first.track, module, wasmDir));
  function* frames(): Generator<MonoFrame> {
    yield* trackFrames(first, decoder);
    for (const link of links.slice(1)) {
      const input = new LibavInput(module, link, format);
      yield* trackFrames(input, ownDecoder(module, input.track));
    }
  }
  return {
    codec,
    sampleRate,
    channels,
    durationSeconds: links.length === 1 ? durationSeconds : null,
    samples: toSamples(frames()),
  };
}

/** AAC in ADTS, for which the modules have a decoder but no demuxer. */
export async function decodeAdts(content: ByteSource, wasmDir: string | null): Promise<DecodedTrack> {
  const decoder = LibavDecoder.byName(await loadLibav("fat", wasmDir), "aac");
  const frame = readFrame(content.read(0, 16), 0);
  function* frames(): Generator<MonoFrame> {
    for (const bytes of adtsFrames(content)) yield* decoder.decodeBytes(bytes);
    yield* decoder.decode(0);
  }
  return {
    codec: "aac",
    sampleRate: frame?.sampleRate ?? 0,
    channels: frame?.channels ?? 0,
    durationSeconds: null,
    samples: toSamples(frames()),
  };
}

interface PacketDecoder {
  /** @param packet of the input's module; 0 at the end. */
  decode(packet: number): Generator<MonoFrame>;
  close(): void;
}

function ownDecoder(module: LibavModule, track: TrackInfo): PacketDecoder {
  const decoder = LibavDecoder.forTrack(module, track);
  if (decoder) return decoder;
  throw invalidAudio(
    `The audio track is encoded as ${track.codec || "an unknown codec"}, which is not supported.`,
  );
}

/** MPEG audio inside MP4 or Matroska: one module takes the packets out, the other decodes them. */
async function foreignDecoder(
  track: TrackInfo,
  module: LibavModule,
  wasmDir: string | null,
): Promise<PacketDecoder> {
  if (!/^mp[123]$/.test(track.codec)) return ownDecoder(module, track);
  const decoder = LibavDecoder.byName(await loadLibav("obsolete", wasmDir), "mp3");
  return {
    decode: (packet) => {
      if (packet === 0) return decoder.decode(0);
      const { bytes, skip } = copyPacket(module, packet);
      return decoder.decodeBytes(bytes, skip);
    },
    close: () => decoder.close(),
  };
}

function* trackFrames(input: LibavInput, decoder: PacketDecoder): Generator<MonoFrame> {
  for (const packet of input.packets()) yield* decoder.decode(packet);
  yield* decoder.decode(0);
  decoder.close();
  input.close();
}

/** Errors that are not the caller's language yet, of FFmpeg and of the module itself, become `invalid_audio`. */
function* toSamples(frames: Generator<MonoFrame>): Samples {
  const output = new SixteenKilohertz();
  let count = 0;
  for (;;) {
    const frame = nextFrame(frames, count);
    if (frame.done) break;
    for (const samples of output.add(frame.value)) {
      count += samples.length;
      yield samples;
    }
  }
  for (const samples of output.end()) {
    count += samples.length;
    yield samples;
  }
  if (count === 0) throw invalidAudio("No audio could be decoded: the track is empty or damaged.");
}

function nextFrame(frames: Generator<MonoFrame>, samplesSoFar: number): IteratorResult<MonoFrame, void> {
  try {
    return frames.next();
  } catch (error) {
    throw damaged(error, samplesSoFar / SAMPLE_RATE);
  }
}

function damaged(error: unknown, seconds: number): unknown {
  if (error instanceof TiroError) return error;
  const where = seconds > 0 ? `after ${seconds.toFixed(2)} s` : "at its beginning";
  return invalidAudio(`The file cannot be decoded: it is damaged ${where}.`, error);
}
