/** Telling speakers apart, each recording in a host of its own: nothing of it is in memory while nobody asks for it. */
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { MIB } from "../../lib/units.ts";
import { CarriedRecording } from "../carried-recording.ts";
import { ENGINE_SAMPLE_RATE } from "../engine.ts";
import { hostSandbox } from "../host-sandbox.ts";
import { type Machine, readMachine } from "../machine.ts";
import { Places } from "./places.ts";
import type { AnalyseOptions, SpeakerAnalysis, SpeakerEngine, Stretch } from "./speaker-engine.ts";
import { SpeakerProcess } from "./speaker-process.ts";
import type { SpeakerModelSpec, SpeakerSettled } from "./speaker-protocol.ts";

export interface SpeakerEngineOptions {
  model: SpeakerModelSpec;
  /** sherpa-onnx's Node add-on, its libraries beside it. */
  sherpaAddonPath: string;
  /** Silero's voice-activity model, version 4 or later. */
  vadModelPath: string;
  /** The whole command line of a host, such as `[...selfCommand(), "speaker-host"]`. */
  hostCommand: string[];
  /** The whole environment of a host; empty unless a GPU's libraries need some of it. */
  hostEnvironment?: Record<string, string>;
  config: Config["engine"];
  logger: Logger;
}

const HOST_PLANNED_BYTES = 512 * MIB;
/** Below the priority of the program itself, and of dictation. */
const NICENESS = 10;

/** Starts nothing yet. */
export function createSpeakerEngine(options: SpeakerEngineOptions): SpeakerEngine {
  return new HostedSpeakerEngine(options);
}

/** How many recordings are analysed at once: each takes one core. */
export function speakerPlaces({ cores, memoryBytes }: Machine): number {
  const affordable = Math.floor((memoryBytes * limits.speakersPlannedMemoryShare) / HOST_PLANNED_BYTES);
  return Math.max(1, Math.min(Math.floor(cores), affordable));
}

class HostedSpeakerEngine implements SpeakerEngine {
  readonly #options: SpeakerEngineOptions;
  readonly #places = new Places(speakerPlaces(readMachine()));
  readonly #closing = new AbortController();

  constructor(options: SpeakerEngineOptions) {
    this.#options = options;
  }

  async analyse(
    audio: AsyncIterable<Int16Array>,
    { signal, onProgress }: AnalyseOptions = {},
  ): Promise<SpeakerAnalysis> {
    const stop = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
    const leave = await this.#places.enter(stop);
    try {
      const stretches: Stretch[] = [];
      const carried = new CarriedRecording<SpeakerSettled>({
        what: "Telling the speakers apart",
        open: async (startSample, listener) => this.#startHost(startSample, listener),
        onSettled: (settled) => {
          for (const stretch of settled.stretches) stretches.push(stretchOf(stretch));
          onProgress?.(settled.untilSample / ENGINE_SAMPLE_RATE);
        },
        signal: stop,
      });
      await carried.run(audio);
      return { stretches, durationSeconds: carried.receivedSeconds, modelId: this.#options.model.id };
    } finally {
      leave();
    }
  }

  close(): void {
    this.#closing.abort(new TiroError("shutting_down", "The server is stopping."));
  }

  #startHost(startSample: number, listener: ConstructorParameters<typeof SpeakerProcess>[2]): SpeakerProcess {
    const { model, sherpaAddonPath, vadModelPath, hostCommand, hostEnvironment, config, logger } =
      this.#options;
    const init = { model, sherpaAddonPath, vadModelPath, threads: 1, niceness: NICENESS };
    return new SpeakerProcess(
      {
        program: {
          command: hostCommand,
          environment: hostEnvironment ?? {},
          sandbox: hostSandbox({
            config,
            libraries: [sherpaAddonPath],
            modelFiles: [model.segmentation, model.embedding, vadModelPath],
            memoryLimitBytes: limits.speakerHostBytes,
          }),
        },
        init,
        startDeadlineMs: config.start_deadline_ms,
        stallTimeoutMs: config.stall_timeout_ms,
        memoryLimitBytes: limits.speakerHostBytes,
        logger,
      },
      startSample,
      listener,
    );
  }
}

function stretchOf(stretch: SpeakerSettled["stretches"][number]): Stretch {
  return {
    ...stretch,
    voices: stretch.voices.map((voice) => ({
      ...voice,
      embedding: voice.embedding && Float32Array.from(voice.embedding),
    })),
  };
}
