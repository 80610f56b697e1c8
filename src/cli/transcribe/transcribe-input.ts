import type { AudioSource } from "../../audio/audio.ts";
import { openAudio } from "../../audio/open-audio.ts";
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import type { Engine } from "../../engine/engine.ts";
import { systemClock } from "../../lib/clock.ts";
import { diarizeRecording, type Speakers } from "../../transcription/diarize-recording.ts";
import { formatTranscription } from "../../transcription/formats/format.ts";
import type { TranscriptionParameters } from "../../transcription/parameters.ts";
import { recognizeRecording } from "../../transcription/recognize-recording.ts";
import type { Transcription } from "../../transcription/transcription.ts";
import { writeOutput } from "../support/output-file.ts";
import { openProgress } from "../support/progress.ts";
import { type Input, STANDARD_INPUT, spoolStandardInput } from "./inputs.ts";

export interface TranscribeInputOptions {
  engine: Engine;
  speakers: Speakers;
  parameters: TranscriptionParameters;
  config: Config;
  /** The file to write; standard output where there is none. */
  output: string | undefined;
  signal: AbortSignal;
}

export interface FinishedInput {
  transcription: Transcription;
  /** In the format that was asked for. */
  body: string;
  output: string | undefined;
  tookMs: number;
}

/** @throws what `openAudio`, the engine and writing throw, and the signal's reason. */
export async function transcribeInput(input: Input, options: TranscribeInputOptions): Promise<FinishedInput> {
  if (input.path !== STANDARD_INPUT) return transcribeFile(input, options);
  const spooled = await spoolStandardInput();
  try {
    return await transcribeFile({ ...input, path: spooled.path, bytes: spooled.bytes }, options);
  } finally {
    spooled.remove();
  }
}

async function transcribeFile(input: Input, options: TranscribeInputOptions): Promise<FinishedInput> {
  const { engine, speakers, parameters, output, signal } = options;
  const begin = systemClock.monotonic();
  const progress = openProgress(input.label);
  try {
    const source = await open(input, options);
    const durationSeconds = source.info.statedDurationSeconds ?? Infinity;
    const recognized = await recognizeRecording(engine, source, {
      ...parameters,
      signal,
      onProgress: (doneSeconds) => {
        const speed = doneSeconds / ((systemClock.monotonic() - begin) / 1000);
        progress.update(doneSeconds / durationSeconds, `${speed.toFixed(0)} × real time`);
      },
    });
    const transcription = parameters.diarize
      ? await diarizeRecording(speakers, await open(input, options), recognized, {
          ...parameters,
          signal,
          onProgress: (doneSeconds) =>
            progress.update(doneSeconds / durationSeconds, "telling speakers apart"),
        })
      : recognized;
    const { body } = formatTranscription(transcription, parameters.responseFormat);
    if (output !== undefined) writeOutput(output, body);
    return { transcription, body, output, tookMs: systemClock.monotonic() - begin };
  } finally {
    progress.close();
  }
}

function open(input: Input, { config, signal }: TranscribeInputOptions): Promise<AudioSource> {
  return openAudio(input, {
    maxDurationSeconds: limits.transcriptionDurationSeconds,
    deadlineMs: config.media.deadline_ms,
    signal,
    sandbox: config.engine.sandbox,
    ...(config.media.wasm_path === undefined ? {} : { wasmDir: config.media.wasm_path }),
  });
}
