/** Opens and reads a recording to its end, as the program does. */
import { statSync } from "node:fs";
import { wholeOf } from "../../../scripts/bench/samples.ts";
import { type AudioInfo, SAMPLE_RATE } from "../../../src/audio/audio.ts";
import { type OpenAudioOptions, openAudio } from "../../../src/audio/open-audio.ts";
import { TiroError } from "../../../src/lib/errors.ts";

export interface Collected {
  info: AudioInfo;
  samples: Int16Array;
  durationSeconds: number;
}

export async function collect(path: string, options: Partial<OpenAudioOptions> = {}): Promise<Collected> {
  const file = { path, bytes: statSync(path).size };
  const source = await openAudio(file, { maxDurationSeconds: 4 * 3600, deadlineMs: 60_000, ...options });
  const samples = await wholeOf(inShortBlocks(source.samples));
  return { info: source.info, samples, durationSeconds: samples.length / SAMPLE_RATE };
}

/** @throws if a block is over one second. */
async function* inShortBlocks(blocks: AsyncIterable<Int16Array>): AsyncGenerator<Int16Array> {
  for await (const block of blocks) {
    if (block.length > SAMPLE_RATE) throw new Error(`a block of ${block.length} samples is over one second`);
    yield block;
  }
}

/** The error that a recording ends with. @throws if it is readable after all, or fails in an untyped way. */
export async function failure(path: string, options: Partial<OpenAudioOptions> = {}): Promise<TiroError> {
  try {
    const { durationSeconds } = await collect(path, options);
    throw new Error(`${path} was read: ${durationSeconds} s`);
  } catch (error) {
    if (error instanceof TiroError) return error;
    throw error;
  }
}
