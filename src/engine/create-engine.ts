/** An engine whose hosts are processes of this machine, and workers besides, if there are any. */

import { limits } from "../config/limits.ts";
import type { Config } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { deviceName } from "./device.ts";
import type { Lane } from "./engine.ts";
import { HostPool, type StartHost } from "./host-pool.ts";
import { hostSandbox } from "./host-sandbox.ts";
import { HostedEngine } from "./hosted-engine.ts";
import type { Hosts } from "./hosts.ts";
import { JoinedHosts, type OpenHosts, type WorkerHosts } from "./joined-hosts.ts";
import { LiveLoad } from "./live-load.ts";
import { readMachine } from "./machine.ts";
import { modelCost } from "./model-cost.ts";
import type { ModelSpec } from "./model-spec.ts";
import { OomKills } from "./oom-kills.ts";
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
  /** Those that have the same model. */
  workers?: WorkerHosts | null;
  /** How long a batch host that came with the work stays without any; two minutes by default. */
  idleHostMs?: number;
  /** Starts the hosts; `startHostPool` by default. */
  openPool?: OpenPool | undefined;
}

/** Hosts of this machine that may get more or less of it. */
export type ResizableHosts = Pick<HostPool, keyof Hosts | "resize">;
export type OpenPool = (options: EngineOptions, sizing: Sizing, onChange: () => void) => ResizableHosts;

/** Below the priority of the program itself, so that HTTP and dictation stay quick under batch load. */
const BATCH_NICENESS = 10;

/** Starts the hosts and returns at once; `ready()` resolves when they are. */
export function createEngine(options: EngineOptions): HostedEngine {
  const { model, marks, alignment, config, logger, workers } = options;
  const machine = readMachine();
  const sizing = sizeEngine(config, modelCost(model), machine);
  logger.info("engine_starting", { model: model.id, ...sizing });
  let pool: ResizableHosts | undefined;
  const openPool: OpenHosts = (onChange) => {
    pool = (options.openPool ?? startHostPool)(options, sizing, onChange);
    return pool;
  };
  return new HostedEngine({
    model: { ...model, isAligned: Boolean(alignment) },
    marksId: marks?.id ?? null,
    provider: config.provider,
    device: deviceName(config.provider),
    liveLoad: options.liveLoad ?? new LiveLoad(machine.cores),
    openHosts: workers ? (onChange) => new JoinedHosts(openPool, workers, onChange) : openPool,
    setShare: (share) => pool?.resize(shareOf(sizing, share)),
  });
}

export const startHostPool: OpenPool = (options, sizing, onChange) => {
  const own = { ...options, oomKills: options.oomKills ?? new OomKills(options.clock) };
  const start: StartHost = (lane, events) => supervise(own, lane, sizing, events);
  return new HostPool(sizing, options.idleHostMs ?? limits.engineIdleHostMs, start, onChange);
};

function supervise(
  options: EngineOptions & { oomKills: OomKills },
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
    marks = null,
    alignment = null,
    logger,
    clock,
    oomKills,
  } = options;
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
    logger,
    clock,
    oomKills,
    ...events,
  });
}
