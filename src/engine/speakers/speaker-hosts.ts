/** The hosts of this machine that distinguish speakers: each recording has one of its own, and nothing is in memory before. */
import { limits } from "../../config/limits.ts";
import type { Config } from "../../config/schema.ts";
import { TiroError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { MIB } from "../../lib/units.ts";
import type { AudioStream } from "../carried-recording.ts";
import { hostSandbox } from "../host-sandbox.ts";
import type { HostListener, Hosts } from "../hosts.ts";
import { type Machine, readMachine } from "../machine.ts";
import type { Opening } from "../protocol.ts";
import { Places } from "./places.ts";
import { SpeakerProcess } from "./speaker-process.ts";
import type { SpeakerModelSpec, SpeakerSettled } from "./speaker-protocol.ts";

export interface SpeakerHostsOptions {
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

/** How many recordings are analysed at once: each takes one core. */
export function speakerPlaces({ cores, memoryBytes }: Machine): number {
  const affordable = Math.floor((memoryBytes * limits.speakersPlannedMemoryShare) / HOST_PLANNED_BYTES);
  return Math.max(1, Math.min(Math.floor(cores), affordable));
}

export class SpeakerHosts implements Hosts<SpeakerSettled> {
  readonly #options: SpeakerHostsOptions;
  readonly #onChange: () => void;
  readonly #count = speakerPlaces(readMachine());
  readonly #places = new Places(this.#count);
  readonly #closing = new AbortController();
  readonly problem = null;
  /** They are no recognizers. */
  readonly processes = [];
  #streams = 0;

  /** Starts nothing yet. */
  constructor(options: SpeakerHostsOptions, onChange: () => void = () => {}) {
    this.#options = options;
    this.#onChange = onChange;
  }

  get state() {
    return this.#closing.signal.aborted ? "stopped" : "ready";
  }

  load(): number | null {
    return this.#streams < this.#count ? this.#streams / this.#count : null;
  }

  async open(
    { startSample }: Pick<Opening, "startSample">,
    listener: HostListener<SpeakerSettled>,
    signal: AbortSignal,
  ): Promise<AudioStream> {
    const leave = await this.#places.enter(AbortSignal.any([signal, this.#closing.signal]));
    this.#streams++;
    const onOver = () => {
      this.#streams--;
      leave();
      this.#onChange();
    };
    try {
      return this.#startHost(startSample, listener, onOver);
    } catch (error) {
      onOver();
      throw error;
    }
  }

  unavailable(): TiroError {
    return new TiroError("shutting_down", "The server is stopping.");
  }

  close(): void {
    this.#closing.abort(this.unavailable());
  }

  #startHost(
    startSample: number,
    listener: HostListener<SpeakerSettled>,
    onOver: () => void,
  ): SpeakerProcess {
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
        onOver,
      },
      startSample,
      listener,
    );
  }
}
