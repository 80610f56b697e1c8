/** Everything but WAV: from the file's content to 16 kHz mono, through FFmpeg. */
import { TiroError } from "../../lib/errors.ts";
import { SAMPLE_RATE } from "../audio.ts";
import type { ByteSource } from "../byte-source.ts";
import { adtsFrames, readFrame } from "../containers/mpeg-audio.ts";
import { invalidAudio } from "../invalid-audio.ts";
import type { Ffmpeg, InputFormat, MonoBlock, TrackInfo } from "./ffmpeg.ts";
import { SixteenKilohertz } from "./sixteen-khz.ts";

export type Samples = Generator<Int16Array<ArrayBuffer>>;

/** For what FFmpeg decodes; other files need no module. */
export type LoadFfmpeg = () => Ffmpeg;

export interface DecodedTrack extends TrackInfo {
  samples: Samples;
}

/**
 * @param links the file's content, or each of the recordings that follow each other in it.
 * @param skippedSeconds of its beginning, which are left out.
 * @throws `invalid_audio`; so do the samples.
 */
export function decodeTrack(
  format: InputFormat,
  [first, ...others]: readonly [ByteSource, ...ByteSource[]],
  load: LoadFfmpeg,
  skippedSeconds = 0,
): DecodedTrack {
  const ffmpeg = load();
  const track = ffmpeg.open(first, format);
  const { durationSeconds } = track;
  function* blocks(): Generator<MonoBlock> {
    yield* ffmpeg.blocks();
    for (const link of others) {
      ffmpeg.open(link, format);
      yield* ffmpeg.blocks();
    }
  }
  return {
    ...track,
    durationSeconds:
      others.length > 0 || durationSeconds === null ? null : Math.max(0, durationSeconds - skippedSeconds),
    samples: toSamples(skippedSeconds > 0 ? skipping(blocks(), skippedSeconds) : blocks()),
  };
}

function* skipping(blocks: Generator<MonoBlock>, seconds: number): Generator<MonoBlock> {
  let left = seconds;
  for (const { samples, sampleRate } of blocks) {
    const skipped = Math.min(samples.length, Math.round(left * sampleRate));
    left -= skipped / sampleRate;
    if (skipped < samples.length) yield { samples: samples.subarray(skipped), sampleRate };
  }
}

/** AAC in ADTS, whose frames are looked for here, so that damage between them costs no more than itself. */
export function decodeAdts(content: ByteSource, load: LoadFfmpeg): DecodedTrack {
  const ffmpeg = load();
  ffmpeg.openAdts(adtsFrames(content));
  const frame = readFrame(content.read(0, 16), 0);
  return {
    codec: "aac",
    sampleRate: frame?.sampleRate ?? 0,
    channels: frame?.channels ?? 0,
    durationSeconds: null,
    samples: toSamples(ffmpeg.blocks()),
  };
}

/** Errors that are not the caller's language yet, of FFmpeg and of the module itself, become `invalid_audio`. */
function* toSamples(blocks: Generator<MonoBlock>): Samples {
  const output = new SixteenKilohertz();
  let count = 0;
  for (;;) {
    const block = nextBlock(blocks, count);
    if (block.done) break;
    for (const samples of output.add(block.value)) {
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

function nextBlock(blocks: Generator<MonoBlock>, samplesSoFar: number): IteratorResult<MonoBlock, void> {
  try {
    return blocks.next();
  } catch (error) {
    throw damaged(error, samplesSoFar / SAMPLE_RATE);
  }
}

function damaged(error: unknown, seconds: number): unknown {
  if (error instanceof TiroError) return error;
  const where = seconds > 0 ? `after ${seconds.toFixed(2)} s` : "at its beginning";
  return invalidAudio(`The file cannot be decoded: it is damaged ${where}.`, error);
}
