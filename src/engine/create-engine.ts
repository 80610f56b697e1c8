/** The engine as one thing: its hosts, who gets a place in which, and what state all of it is in. */
import { statSync } from "node:fs";
import type { Config } from "../config/schema.ts";
import type { Clock } from "../lib/clock.ts";
import { TiroError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import type { Engine, EngineState, EngineStatus, Lane, ModelSpec } from "./engine.ts";
import { readMachine } from "./machine.ts";
import { RunningRecognition } from "./recognition.ts";
import { type Sizing, sizeEngine } from "./sizing.ts";
import { type HostStream, type StreamListener, Supervisor } from "./supervisor.ts";

export interface EngineOptions {
  model: ModelSpec;
  /** Silero's voice-activity model, version 4 or later. */
  vadModelPath: string;
  /** sherpa-onnx's Node add-on, its libraries beside it. */
  sherpaAddonPath: string;
  /** The whole command line of a host, such as `[...selfCommand(), "engine-host"]`. */
  hostCommand: string[];
  /** The whole environment of a host; empty unless a GPU's libraries need some of it. */
  hostEnvironment?: Record<string, string>;
  config: Config["engine"];
  logger: Logger;
  clock: Clock;
}

/** Below the priority of the program itself, so that HTTP and dictation stay quick under batch load. */
const BATCH_NICENESS = 10;

/** Starts the hosts and returns at once; `ready()` tells when they are. */
export function createEngine(options: EngineOptions): Engine {
  return new HostedEngine(options);
}

interface Waiter {
  lane: Lane;
  startSample: number;
  listener: StreamListener;
  resolve: (stream: HostStream) => void;
  reject: (fault: unknown) => void;
}

class HostedEngine implements Engine {
  readonly #options: EngineOptions;
  readonly #hosts: Supervisor[];
  /** Recordings that no host has a place for: interactive ones first, then in order of arrival. */
  #waiting: Waiter[] = [];
  #readiness = Promise.withResolvers<void>();
  #closed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    const { model, config } = options;
    const modelBytes = Object.values(model.files).reduce((sum, path) => sum + fileBytes(path), 0);
    const sizing = sizeEngine(config, modelBytes, readMachine());
    options.logger.info("engine_starting", { model: model.id, ...sizing });
    const lanes: Lane[] = Array.from({ length: sizing.batchProcesses }, () => "batch");
    if (sizing.interactiveProcess) lanes.push("interactive");
    // Nobody may be waiting for it: its rejection is told by `status` too.
    this.#readiness.promise.catch(() => {});
    this.#hosts = [];
    for (const lane of lanes) this.#hosts.push(this.#supervise(lane, sizing));
    this.#hostsChanged();
  }

  ready(): Promise<void> {
    return this.#readiness.promise;
  }

  recognize: Engine["recognize"] = (audio, options) =>
    new RunningRecognition(
      (lane, startSample, listener, signal) => this.#openStream(lane, startSample, listener, signal),
      options,
      this.#options.model,
    ).run(audio);

  status(): EngineStatus {
    const state = this.#state();
    return {
      state,
      modelId: this.#options.model.id,
      provider: this.#options.config.provider,
      processes: this.#hosts.map((host) => host.status),
      problem:
        state === "ready"
          ? null
          : (this.#hosts.find((host) => host.problem)?.problem ?? `The engine is ${state}.`),
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all(this.#hosts.map((host) => host.close()));
    this.#hostsChanged();
  }

  #supervise(lane: Lane, sizing: Sizing): Supervisor {
    const { model, vadModelPath, sherpaAddonPath, hostCommand, hostEnvironment, config } = this.#options;
    return new Supervisor({
      lane,
      command: hostCommand,
      env: hostEnvironment ?? {},
      init: {
        model,
        vadModelPath,
        sherpaAddonPath,
        threads: sizing.threads,
        parallelDecodes: lane === "interactive" ? 1 : sizing.parallelDecodes,
        provider: config.provider,
        niceness: lane === "batch" && sizing.interactiveProcess ? BATCH_NICENESS : 0,
      },
      startDeadlineMs: config.start_deadline_ms,
      stallTimeoutMs: config.stall_timeout_ms,
      memoryLimitBytes: sizing.memoryLimitBytes,
      logger: this.#options.logger,
      clock: this.#options.clock,
      onChange: () => this.#hostsChanged(),
    });
  }

  /** Ready as long as one host takes batch work, which any can; failed only when none ever will again. */
  #state(): EngineState {
    if (this.#closed) return "stopped";
    const states = this.#hosts.map((host) => host.state);
    for (const state of ["ready", "restarting", "starting"] as const) {
      if (states.includes(state)) return state;
    }
    return "failed";
  }

  #hostsChanged(): void {
    const state = this.#state();
    if (state === "ready") this.#readiness.resolve();
    if (state === "failed" || state === "stopped") {
      const fault = this.#unavailable();
      this.#readiness.reject(fault);
      for (const waiter of this.#waiting.splice(0)) waiter.reject(fault);
    }
    this.#placeWaiting();
  }

  #openStream(
    lane: Lane,
    startSample: number,
    listener: StreamListener,
    signal: AbortSignal,
  ): Promise<HostStream> {
    const { promise, resolve, reject } = Promise.withResolvers<HostStream>();
    if (this.#state() === "failed" || this.#closed) return Promise.reject(this.#unavailable());
    const waiter: Waiter = { lane, startSample, listener, resolve, reject };
    this.#waiting.push(waiter);
    signal.addEventListener(
      "abort",
      () => {
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        reject(signal.reason);
      },
      { once: true },
    );
    this.#placeWaiting();
    return promise;
  }

  #placeWaiting(): void {
    for (const lane of ["interactive", "batch"] as const) {
      for (const waiter of this.#waiting.filter((each) => each.lane === lane)) {
        const host = this.#hostFor(lane);
        if (!host) break;
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        waiter.resolve(host.open(lane, waiter.startSample, waiter.listener));
      }
    }
  }

  /** The least busy host of the lane; a lane whose hosts are all out of order uses the other's. */
  #hostFor(lane: Lane): Supervisor | null {
    const working = this.#hosts.filter((host) => host.state !== "failed");
    const own = working.filter((host) => host.lane === lane);
    const free = (own.length > 0 ? own : working).filter((host) => host.hasPlace);
    return free.sort((a, b) => a.streams - b.streams)[0] ?? null;
  }

  #unavailable(): TiroError {
    if (this.#closed) return new TiroError("shutting_down", "The server is stopping.");
    const problem = this.#hosts.find((host) => host.problem)?.problem;
    return new TiroError(
      "engine_unavailable",
      "The recognizer is not available; the operator has been told why.",
      {
        ...(problem ? { hint: problem } : {}),
      },
    );
  }
}

/** A file that is missing is told by the host, which cannot load it. */
function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
