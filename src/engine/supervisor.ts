/** Keeps one engine host alive: its states, deadlines, restarts, memory ceiling, and the streams it carries. */
import { limits } from "../config/limits.ts";
import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import { QuietTime } from "../lib/quiet-time.ts";
import { type ChildProgram, childFailures } from "../lib/sandbox.ts";
import type { AudioStream } from "./carried-recording.ts";
import type { EngineState, Lane } from "./engine.ts";
import { type HostExit, HostProcess } from "./host-process.ts";
import { heardSchema } from "./live-protocol.ts";
import type { OomKills } from "./oom-kills.ts";
import {
  beatSchema,
  decodeJson,
  encodeFrame,
  encodeJson,
  FRAME,
  type Frame,
  failedSchema,
  type HostInit,
  loadingSchema,
  type Opening,
  readySchema,
  settledSchema,
} from "./protocol.ts";
import type { StreamListener } from "./stream-listener.ts";

/** How sherpa-onnx says on stderr, and nowhere else, that it does not use the provider asked for. */
const PROVIDER_FALLBACK = /Fallback to cpu/i;
const OUT_OF_MEMORY_HINT =
  "tiro works with fewer processes for an hour. Give the machine or container more memory, or lower models.memory_mib or engine.processes.";

export interface SupervisorOptions {
  lane: Lane;
  program: ChildProgram;
  init: HostInit;
  startDeadlineMs: number;
  stallTimeoutMs: number;
  memoryLimitBytes: number;
  logger: Logger;
  clock: Clock;
  oomKills: OomKills;
  /** Called after every change of state, and when a stream's place becomes free. */
  onChange: () => void;
  /** Called when the kernel killed the host for lack of memory; it is restarted unless it is closed now. */
  onOutOfMemory: () => void;
}

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #streams = new Map<number, { lane: Lane; listener: StreamListener }>();
  readonly #watchEveryMs: number;
  readonly #watchTimer: ReturnType<typeof setInterval>;
  #state: EngineState = "starting";
  #host: HostProcess | null = null;
  #problem: string | null = null;
  #parallelDecodes: number;
  #nextStream = 1;
  #restarts = 0;
  #crashesAtLoad = 0;
  #crashesInARow = 0;
  #readyAt = 0;
  /** Of the host since it last got on. */
  #quiet: QuietTime | null = null;
  #progressMark = "";
  #rssBytes: number | null = null;
  #drainingSince: number | null = null;
  #backoffTimer: ReturnType<typeof setTimeout> | null = null;
  /** Set when a host is replaced in order, so that its end is not taken for a crash. */
  #replacing = false;
  /** Set when a host is killed because it did not get on with what it held. */
  #hung = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#parallelDecodes = options.init.parallelDecodes;
    this.#watchEveryMs = Math.min(options.stallTimeoutMs / 4, limits.engineWatchMs);
    this.#watchTimer = setInterval(() => this.#watch(), this.#watchEveryMs);
    this.#watchTimer.unref();
    this.#start();
  }

  get state(): EngineState {
    return this.#state;
  }

  get lane(): Lane {
    return this.#options.lane;
  }

  get streams(): number {
    return this.#streams.size;
  }

  /** Whether a stream can be opened now. */
  get hasPlace(): boolean {
    return (
      this.#state === "ready" &&
      this.#drainingSince === null &&
      this.#streams.size < limits.engineStreamsPerHost
    );
  }

  get problem(): string | null {
    return this.#problem;
  }

  get status() {
    return {
      pid: this.#host?.pid ?? null,
      lane: this.#options.lane,
      state: this.#state,
      restarts: this.#restarts,
      rssBytes: this.#rssBytes,
    };
  }

  /** Only while `hasPlace`. */
  open(opening: Opening, listener: StreamListener): AudioStream {
    const host = this.#host;
    if (!host || !this.hasPlace) throw new Error("this host has no place");
    const id = this.#nextStream++;
    if (this.#streams.size === 0) this.#quiet?.sign();
    this.#streams.set(id, { lane: opening.lane, listener });
    host.send(encodeJson(FRAME.open, id, opening));
    const open = () => this.#streams.get(id)?.listener === listener;
    return {
      id,
      send: (frame) => {
        if (open()) host.send(frame);
      },
      end: () => {
        if (open()) host.send(encodeFrame(FRAME.end, id));
      },
      abort: () => {
        if (!open()) return;
        host.send(encodeFrame(FRAME.abort, id));
        this.#release(id);
      },
    };
  }

  /** Decodes at once from now on, also in hosts that are started later. */
  setParallelDecodes(parallelDecodes: number): void {
    if (parallelDecodes === this.#parallelDecodes) return;
    this.#parallelDecodes = parallelDecodes;
    if (this.#state === "ready") this.#host?.send(encodeJson(FRAME.limit, 0, { parallelDecodes }));
  }

  /** Gives up the streams of a lane, which then look for another host and continue there. */
  moveAway(lane: Lane): void {
    for (const [id, stream] of this.#streams) {
      if (stream.lane !== lane) continue;
      this.#host?.send(encodeFrame(FRAME.abort, id));
      this.#release(id);
      stream.listener.gone("moved to another host", true);
    }
  }

  /** Ends the host; streams hear `gone`. */
  close(): void {
    if (this.#state === "stopped") return;
    clearInterval(this.#watchTimer);
    if (this.#backoffTimer) clearTimeout(this.#backoffTimer);
    this.#setState("stopped", null);
    this.#host?.kill("stopped");
    this.#loseStreams("the engine was stopped", false);
  }

  #start(): void {
    const { program, init } = this.#options;
    this.#replacing = false;
    this.#hung = false;
    this.#drainingSince = null;
    this.#rssBytes = null;
    this.#progressMark = "";
    try {
      const host = new HostProcess(program, {
        onFrame: (frame) => this.#receive(host, frame),
        onExit: (exit) => this.#exited(host, exit),
      });
      this.#host = host;
      this.#quiet = new QuietTime(host.pid, 2 * this.#watchEveryMs);
      host.send(encodeJson(FRAME.init, 0, init));
    } catch (cause) {
      this.#fail(
        `The recognizer's process cannot be started (${program.command.join(" ")}): ${String(cause)}`,
      );
    }
  }

  #receive(host: HostProcess, frame: Frame): void {
    if (host !== this.#host || this.#state === "stopped") return;
    const listener = this.#streams.get(frame.stream)?.listener;
    switch (frame.type) {
      case FRAME.loading: {
        const { stage, doneBytes } = decodeJson(loadingSchema, frame.payload);
        this.#noteProgress(`${stage} ${doneBytes}`);
        break;
      }
      case FRAME.ready:
        this.#becomeReady(host, decodeJson(readySchema, frame.payload));
        break;
      case FRAME.beat: {
        const beat = decodeJson(beatSchema, frame.payload);
        this.#noteProgress(beat.idle ? `idle ${this.#options.clock.monotonic()}` : `work ${beat.workDone}`);
        this.#noteMemory(beat.rssBytes);
        break;
      }
      case FRAME.settled:
        this.#quiet?.sign();
        // A stream that was given up in the meantime has no listener, so its messages are ignored.
        listener?.settled(decodeJson(settledSchema, frame.payload));
        break;
      case FRAME.heard:
        this.#quiet?.sign();
        listener?.heard?.(decodeJson(heardSchema, frame.payload));
        break;
      case FRAME.done:
        this.#release(frame.stream);
        listener?.done();
        break;
      case FRAME.failed: {
        const { message } = decodeJson(failedSchema, frame.payload);
        this.#release(frame.stream);
        listener?.gone(`the recognizer failed: ${message}`, false);
        break;
      }
      default:
        // Thrown, it ends the connection: nothing that such a host says afterwards is believed.
        throw new Error(`sent a frame of type ${frame.type}, which is not a host's to send`);
    }
  }

  #becomeReady(host: HostProcess, ready: { rssBytes: number; loadMs: number }): void {
    const { init, memoryLimitBytes, logger, lane, clock } = this.#options;
    if (init.provider === "cuda" && PROVIDER_FALLBACK.test(host.stderrTail)) {
      this.#fail(
        `engine.provider is "cuda", but the recognizer would run on the CPU. Check the GPU driver and set ` +
          `engine.native_dir to the GPU build of sherpa-onnx, or set engine.provider to "cpu". It said: ${host.stderrTail.trim()}`,
      );
      return;
    }
    if (ready.rssBytes > memoryLimitBytes) {
      this.#fail(
        `The recognizer needs ${mib(ready.rssBytes)} MiB with this model at rest, which is over its limit of ` +
          `${mib(memoryLimitBytes)} MiB. Raise engine.memory_limit_mib.`,
      );
      return;
    }
    this.#crashesAtLoad = 0;
    this.#readyAt = clock.monotonic();
    this.#rssBytes = ready.rssBytes;
    logger.info("engine_host_ready", { pid: host.pid, lane, model: init.model.id, loadMs: ready.loadMs });
    // It was started with what held then.
    if (this.#parallelDecodes !== init.parallelDecodes)
      host.send(encodeJson(FRAME.limit, 0, { parallelDecodes: this.#parallelDecodes }));
    this.#setState("ready", null);
  }

  #noteProgress(mark: string): void {
    if (mark === this.#progressMark) return;
    this.#progressMark = mark;
    this.#quiet?.sign();
  }

  #noteMemory(rssBytes: number): void {
    const { memoryLimitBytes, clock, logger, lane } = this.#options;
    this.#rssBytes = rssBytes;
    if (rssBytes <= memoryLimitBytes || this.#state !== "ready") return;
    if (this.#drainingSince === null) {
      this.#drainingSince = clock.monotonic();
      logger.warn("engine_host_over_memory_limit", { lane, rssBytes, memoryLimitBytes });
    }
    const drained =
      this.#streams.size === 0 || clock.monotonic() - this.#drainingSince > limits.engineDrainMs;
    if (drained) this.#replace("replaced because of its memory");
    else if (rssBytes > limits.engineMemoryHardShare * memoryLimitBytes)
      this.#host?.kill("far over its memory limit");
  }

  #replace(reason: string): void {
    this.#replacing = true;
    this.#host?.kill(reason);
  }

  #watch(): void {
    const { startDeadlineMs, stallTimeoutMs } = this.#options;
    // At rest there is nothing to get on with.
    if (this.#state === "ready" && this.#streams.size === 0) this.#quiet?.sign();
    const quietMs = this.#quiet?.look() ?? 0;
    if (
      (this.#state === "starting" || this.#state === "restarting") &&
      this.#host &&
      quietMs > startDeadlineMs
    ) {
      this.#host.kill(`made no progress for ${startDeadlineMs} ms while loading`);
    }
    if (this.#state !== "ready" || this.#streams.size === 0) return;
    const asleepMs =
      this.#options.init.provider === "cpu" ? limits.engineAsleepMs : limits.engineAsleepOnGpuMs;
    if (quietMs > stallTimeoutMs)
      this.#giveUp(`made no progress for ${stallTimeoutMs} ms while it held work`);
    else if (this.#holdsPerson && (this.#quiet?.asleepMs ?? 0) > asleepMs)
      this.#giveUp(`did nothing for ${asleepMs} ms while somebody waited for it`);
  }

  #giveUp(reason: string): void {
    this.#hung = true;
    this.#host?.kill(reason);
  }

  /** Whether somebody waits for what it works on. */
  get #holdsPerson(): boolean {
    return [...this.#streams.values()].some(({ lane }) => lane === "interactive");
  }

  #exited(host: HostProcess, exit: HostExit): void {
    if (host !== this.#host || this.#state === "stopped" || this.#state === "failed") return;
    const { logger, lane, clock, oomKills, onOutOfMemory } = this.#options;
    const planned = this.#replacing;
    const wasReady = this.#state === "ready";
    const said = exit.stderrTail.trim();
    const outOfMemory = exit.signalFromOutside === "SIGKILL" && oomKills.justNow;
    const what = outOfMemory ? "was killed by the kernel for lack of memory" : exit.what;
    this.#host = null;
    if (!planned) childFailures.add({ role: "recognizer", cause: this.#causeOf(exit, outOfMemory) });
    logger[planned ? "info" : "error"]("engine_host_ended", {
      lane,
      pid: host.pid,
      what,
      planned,
      outOfMemory,
      stderr: said,
      hint: outOfMemory ? OUT_OF_MEMORY_HINT : undefined,
    });
    if (!wasReady && !planned && exit.signalFromOutside === null && this.#crashedAtLoad(what, said)) return;
    this.#restarts++;
    if (wasReady && clock.monotonic() - this.#readyAt > limits.engineInOrderMs) this.#crashesInARow = 0;
    const waitMs = planned
      ? 0
      : Math.min(limits.engineRestartFirstMs * 2 ** this.#crashesInARow++, limits.engineRestartLongestMs);
    this.#setState(
      "restarting",
      `The recognizer ${what} and is being restarted. It said: ${said || "nothing"}`,
    );
    this.#backoffTimer = setTimeout(() => this.#start(), waitMs);
    this.#loseStreams(`the recognizer ${what}; it said: ${said || "nothing"}`, planned);
    if (outOfMemory) onOutOfMemory();
  }

  #causeOf({ signal }: HostExit, outOfMemory: boolean): string {
    if (outOfMemory) return "memory";
    return signal ?? (this.#hung ? "hung" : "exit");
  }

  /** @returns whether the pack was given up. */
  #crashedAtLoad(what: string, said: string): boolean {
    this.#crashesAtLoad++;
    if (this.#crashesAtLoad < limits.enginePackCrashesAtLoad) return false;
    this.#fail(
      `The recognizer ended ${this.#crashesAtLoad} times while loading the pack ${this.#options.init.model.id} (${what}). ` +
        `Check it with "tiro models verify", copy it again or choose another with models.pack, then start tiro ` +
        `again. It said: ${said || "nothing"}`,
    );
    return true;
  }

  #fail(problem: string): void {
    this.#options.logger.error("engine_host_failed", { lane: this.#options.lane, problem });
    clearInterval(this.#watchTimer);
    this.#setState("failed", problem);
    this.#host?.kill("given up");
    this.#host = null;
    this.#loseStreams(problem, false);
  }

  #loseStreams(reason: string, planned: boolean): void {
    const lost = [...this.#streams.values()];
    this.#streams.clear();
    for (const { listener } of lost) listener.gone(reason, planned);
  }

  #release(id: number): void {
    if (!this.#streams.delete(id)) return;
    if (this.#streams.size === 0 && this.#drainingSince !== null)
      this.#replace("replaced because of its memory");
    this.#options.onChange();
  }

  #setState(state: EngineState, problem: string | null): void {
    this.#state = state;
    this.#problem = problem;
    this.#options.onChange();
  }
}

function mib(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
