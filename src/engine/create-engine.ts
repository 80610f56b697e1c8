/** The engine as one thing: its hosts, who gets a place in which, and what state all of it is in. */

import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { deviceName } from "./device.ts";
import type {
  EngineStatus,
  Lane,
  ModelEngine,
  PunctuateOptions,
  Recognition,
  RecognizeOptions,
} from "./engine.ts";
import { HostPool } from "./host-pool.ts";
import { hostSandbox } from "./host-sandbox.ts";
import type { LiveOptions, LiveStream } from "./live.ts";
import { LiveLoad } from "./live-load.ts";
import { readMachine } from "./machine.ts";
import { modelCost } from "./model-cost.ts";
import type { ModelSpec } from "./model-spec.ts";
import { OomKills } from "./oom-kills.ts";
import { expectedShare, openLive } from "./open-live.ts";
import { RunningRecognition } from "./recognition.ts";
import { runPunctuation } from "./running-punctuation.ts";
import { type Sizing, shareOf, sizeEngine } from "./sizing.ts";
import { Supervisor, type SupervisorOptions } from "./supervisor.ts";

export interface EngineOptions {
  model: ModelSpec;
  /** A small model that sets marks, in the processes of one for speech that writes none. */
  marks?: ModelSpec | null;
  /** The starter, in the processes of a recognizer that does not say when its words were said. */
  alignment?: ModelSpec | null;
  /** Silero's voice-activity model, version 4 or later. */
  vadModelPath: string;
  /** sherpa-onnx's Node add-on, its libraries beside it. */
  sherpaAddonPath: string;
  /** whisper.cpp's library, its own beside it; null if the platform has none. */
  decoderCallsPath: string;
  whisperLibraryPath: string | null;
  /** The whole command line of a host, such as `[...selfCommand(), "engine-host"]`. */
  hostCommand: string[];
  /** The whole environment of a host; empty unless a GPU's libraries need some of it. */
  hostEnvironment?: Record<string, string>;
  config: Config["engine"];
  logger: Logger;
  clock: Clock;
  /** Of the whole program; an own one where it is left out. */
  oomKills?: OomKills;
  /** Of all packs together; an own one where it is left out. */
  liveLoad?: LiveLoad;
  /** How long a batch host that came with the work stays without any; two minutes by default. */
  idleHostMs?: number;
}

/** Below the priority of the program itself, so that HTTP and dictation stay quick under batch load. */
const BATCH_NICENESS = 10;

/** Starts the hosts and returns at once; `ready()` tells when they are. */
export function createEngine(options: EngineOptions): ModelEngine {
  return new HostedEngine(options);
}

class HostedEngine implements ModelEngine {
  readonly #options: EngineOptions;
  readonly #pool: HostPool;
  readonly #sizing: Sizing;
  readonly #device: string | null;
  readonly #oomKills: OomKills;
  readonly #live: LiveLoad;
  readonly #readiness = Promise.withResolvers<void>();

  constructor(options: EngineOptions) {
    this.#options = options;
    const { model, config, logger } = options;
    const machine = readMachine();
    const sizing = sizeEngine(config, modelCost(model), machine);
    this.#live = options.liveLoad ?? new LiveLoad(machine.cores);
    this.#sizing = sizing;
    this.#device = deviceName(config.provider);
    this.#oomKills = options.oomKills ?? new OomKills(options.clock);
    logger.info("engine_starting", { model: model.id, ...sizing });
    // Nobody need wait for it: `status` tells the same.
    this.#readiness.promise.catch(() => {});
    this.#pool = new HostPool(
      sizing,
      options.idleHostMs ?? limits.engineIdleHostMs,
      (lane, events) => this.#supervise(lane, sizing, events),
      () => this.#poolChanged(),
    );
    this.#poolChanged();
  }

  ready(): Promise<void> {
    return this.#readiness.promise;
  }

  recognize(audio: AsyncIterable<Int16Array>, options: RecognizeOptions): Promise<Recognition> {
    return new RunningRecognition(this.#pool, options, this.#by).run(audio);
  }

  async openLive(options: LiveOptions): Promise<LiveStream> {
    return openLive(this.#pool, this.#live, options, this.#by);
  }

  get liveLoad() {
    const { model } = this.#options;
    return { streams: this.#live.streams, places: this.#live.places(expectedShare(model)) };
  }

  punctuateTexts(texts: readonly string[], options: PunctuateOptions): Promise<string[]> {
    return runPunctuation(this.#pool, texts, options);
  }

  status(): EngineStatus {
    const { state, problem, processes } = this.#pool;
    const { model, config } = this.#options;
    return {
      state,
      modelId: model.id,
      provider: config.provider,
      device: this.#device,
      processes,
      problem: state === "ready" ? null : (problem ?? `The recognizer is ${state}.`),
    };
  }

  get marksId(): string | null {
    return this.#options.marks?.id ?? null;
  }

  setShare(share: number): void {
    this.#pool.resize(shareOf(this.#sizing, share));
  }

  async close(): Promise<void> {
    this.#pool.close();
  }

  get #by() {
    const { model, alignment } = this.#options;
    return { ...model, isAligned: Boolean(alignment) };
  }

  #supervise(
    lane: Lane,
    sizing: Sizing,
    events: Pick<SupervisorOptions, "onChange" | "onOutOfMemory">,
  ): Supervisor {
    const {
      model,
      vadModelPath,
      sherpaAddonPath,
      decoderCallsPath,
      whisperLibraryPath,
      hostCommand,
      hostEnvironment,
      config,
    } = this.#options;
    const { marks = null, alignment = null } = this.#options;
    return new Supervisor({
      lane,
      program: {
        command: hostCommand,
        environment: hostEnvironment ?? {},
        sandbox: hostSandbox({
          config,
          libraries: [
            sherpaAddonPath,
            decoderCallsPath,
            ...(whisperLibraryPath === null ? [] : [whisperLibraryPath]),
          ],
          modelFiles: [model, marks, alignment].flatMap((each) => Object.values(each?.files ?? {})),
          otherFiles: [vadModelPath, model.warmUpRecording],
          memoryLimitBytes: sizing.memoryLimitBytes,
        }),
      },
      init: {
        model,
        marks,
        alignment,
        vadModelPath,
        sherpaAddonPath,
        decoderCallsPath,
        whisperLibraryPath,
        threads: sizing.threads,
        parallelDecodes: lane === "interactive" ? 1 : sizing.parallelDecodes,
        batch: sizing.batch,
        provider: config.provider,
        niceness: lane === "batch" && sizing.interactiveProcess ? BATCH_NICENESS : 0,
      },
      startDeadlineMs: config.start_deadline_ms,
      stallTimeoutMs: config.stall_timeout_ms,
      memoryLimitBytes: sizing.memoryLimitBytes,
      logger: this.#options.logger,
      clock: this.#options.clock,
      oomKills: this.#oomKills,
      ...events,
    });
  }

  #poolChanged(): void {
    // The first host may fail to start while the pool is still being built.
    const state = this.#pool?.state;
    if (state === "ready") this.#readiness.resolve();
    if (state === "failed" || state === "stopped") this.#readiness.reject(this.#pool.unavailable());
  }
}
