import { SAMPLE_RATE } from "../../audio/audio.ts";
import { openAudio } from "../../audio/open-audio.ts";
import { wavFile } from "../../audio/wav-file.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import { findInputs, type Input } from "../transcribe/inputs.ts";

export interface BenchRecording {
  wav: Uint8Array<ArrayBuffer>;
  seconds: number;
}

/**
 * As dictations are sent: 16 kHz, mono, at most ten minutes.
 * @param paths files and folders.
 * @throws TiroError `invalid_request` if there is none; what `openAudio` throws, with the file's name.
 */
export async function readRecordings(paths: readonly string[], config: Config): Promise<BenchRecording[]> {
  const recordings: BenchRecording[] = [];
  for (const input of findInputs(paths).slice(0, limits.benchmarkRecordings))
    recordings.push(await readRecording(input, config));
  return recordings;
}

async function readRecording(input: Input, config: Config): Promise<BenchRecording> {
  try {
    const source = await openAudio(input, {
      maxDurationSeconds: limits.dictationDurationSeconds,
      deadlineMs: config.media.deadline_ms,
      sandbox: config.engine.sandbox,
      ...(config.media.wasm_path === undefined ? {} : { wasmDir: config.media.wasm_path }),
    });
    const blocks: Int16Array[] = [];
    for await (const block of source.samples) blocks.push(block.slice());
    const samples = new Int16Array(await new Blob(blocks as Int16Array<ArrayBuffer>[]).arrayBuffer());
    return { wav: wavFile(samples), seconds: samples.length / SAMPLE_RATE };
  } catch (error) {
    if (!(error instanceof TiroError)) throw error;
    throw new TiroError("invalid_request", `${input.label}: ${error.message}`, { cause: error });
  }
}
