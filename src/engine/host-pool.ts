/**
 * The hosts, and who gets a place in which. One host is always there. With a small model it is the interactive
 * one, and batch hosts come with the work and go when there has been none for a while: an appliance at rest
 * keeps one model in memory.
 */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import type { AudioStream } from "./carried-recording.ts";
import type { EngineState, EngineStatus, Lane } from "./engine.ts";
import type { Hosts } from "./hosts.ts";
import type { Opening } from "./protocol.ts";
import { decodesOfEach, recordingsAtOnce, type Sizing } from "./sizing.ts";
import type { StreamListener } from "./stream-listener.ts";
import type { Supervisor, SupervisorOptions } from "./supervisor.ts";

/** Batch recordings that the interactive host takes on while the first batch host starts. */
const BATCH_ON_INTERACTIVE = 1;

interface Waiter {
  opening: Opening;
  listener: StreamListener;
  resolve: (stream: AudioStream) => void;
  reject: (fault: unknown) => void;
}

export type StartHost = (
  lane: Lane,
  events: Pick<SupervisorOptions, "onChange" | "onOutOfMemory">,
) => Supervisor;

export class HostPool implements Hosts {
  #sizing: Sizing;
  readonly #startHost: StartHost;
  readonly #idleHostMs: number;
  readonly #onChange: () => void;
  readonly #idleTimers = new Map<Supervisor, ReturnType<typeof setTimeout>>();
  #hosts: Supervisor[] = [];
  /** Recordings that no host has a place for, in order of arrival. */
  #waiting: Waiter[] = [];
  #closed = false;
  /** Fewer than planned while the machine is short of memory. */
  #mostBatchHosts = Number.POSITIVE_INFINITY;
  #fewerTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param idleHostMs a batch host beyond those that are always there is let go after this long without work. */
  constructor(sizing: Sizing, idleHostMs: number, startHost: StartHost, onChange: () => void) {
    this.#sizing = sizing;
    this.#idleHostMs = idleHostMs;
    this.#startHost = startHost;
    this.#onChange = onChange;
    if (sizing.interactiveProcess) this.#add("interactive");
    this.#addResident();
    this.#changed();
  }

  /** Ready as long as one host is, because each takes either lane's work; failed when none ever will again. */
  get state(): EngineState {
    if (this.#closed) return "stopped";
    const states = this.#hosts.map((host) => host.state);
    return (["ready", "restarting", "starting"] as const).find((state) => states.includes(state)) ?? "failed";
  }

  get problem(): string | null {
    return this.#hosts.find((host) => host.problem)?.problem ?? null;
  }

  get processes(): EngineStatus["processes"] {
    return this.#hosts.map((host) => host.status);
  }

  load(lane: Lane): number | null {
    if (this.state !== "ready" || this.#waiting.length > 0) return null;
    const own = this.#hosts.filter((host) => host.lane === lane);
    const streams = (own.length > 0 ? own : this.#hosts).reduce((sum, host) => sum + host.streams, 0);
    return streams / recordingsAtOnce(this.#sizing);
  }

  open(opening: Opening, listener: StreamListener, signal: AbortSignal): Promise<AudioStream> {
    if (this.state === "failed" || this.#closed) return Promise.reject(this.unavailable());
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<AudioStream>();
    const waiter: Waiter = { opening, listener, resolve, reject };
    const leave = () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiter);
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    this.#waiting.push(waiter);
    if (opening.lane === "batch") this.#growForBatch();
    this.#placeWaiting();
    this.#shareDecodes();
    return promise;
  }

  /** Hosts that are too many now go when they are idle. */
  resize(sizing: Sizing): void {
    this.#sizing = sizing;
    this.#shareDecodes();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#fewerTimer);
    for (const timer of this.#idleTimers.values()) clearTimeout(timer);
    for (const host of this.#hosts) host.close();
    this.#changed();
  }

  unavailable(): TiroError {
    if (this.#closed) return new TiroError("shutting_down", "The server is stopping.");
    const hint = this.problem;
    return new TiroError("engine_unavailable", "The recognizer is not available; try again later.", {
      ...(hint ? { hint } : {}),
    });
  }

  #add(lane: Lane): Supervisor {
    const host: Supervisor = this.#startHost(lane, {
      onChange: () => this.#changed(),
      onOutOfMemory: () => this.#beFewer(host),
    });
    this.#hosts.push(host);
    return host;
  }

  #shareDecodes(): void {
    const batch = this.#batchHosts;
    const each = decodesOfEach(this.#sizing, batch.filter(({ streams }) => streams > 0).length);
    for (const host of batch) host.setParallelDecodes(each);
  }

  get #batchHosts(): Supervisor[] {
    return this.#hosts.filter((host) => host.lane === "batch");
  }

  /** Without these there would be no host at times. */
  get #fewestBatchHosts(): number {
    return this.#sizing.interactiveProcess ? 0 : 1;
  }

  /** Starts those of the batch hosts that are always there. */
  #addResident(): void {
    const { batchOnDemand, batchProcesses } = this.#sizing;
    const resident = batchOnDemand ? this.#fewestBatchHosts : batchProcesses;
    while (this.#batchHosts.length < resident) this.#add("batch");
  }

  /** The kernel killed a host for lack of memory: for a while there is one less, and the others do its work. */
  #beFewer(killed: Supervisor): void {
    const batch = this.#batchHosts;
    this.#mostBatchHosts = Math.max(this.#fewestBatchHosts, batch.length - 1);
    clearTimeout(this.#fewerTimer);
    this.#fewerTimer = setTimeout(() => this.#beAsMany(), limits.engineFewerHostsMs);
    this.#fewerTimer.unref();
    const superfluous = killed.lane === "batch" ? killed : batch.find(({ streams }) => streams === 0);
    if (superfluous && batch.length > this.#mostBatchHosts) this.#remove(superfluous);
    this.#changed();
  }

  #beAsMany(): void {
    this.#mostBatchHosts = Number.POSITIVE_INFINITY;
    this.#addResident();
  }

  /** One more batch host while there are more batch recordings than batch hosts, up to their number. */
  #growForBatch(): void {
    const batch = this.#batchHosts;
    if (batch.length >= Math.min(this.#sizing.batchProcesses, this.#mostBatchHosts)) return;
    const recordings =
      this.#waiting.filter(({ opening }) => opening.lane === "batch").length +
      batch.reduce((sum, host) => sum + host.streams, 0);
    if (recordings > batch.length) this.#add("batch");
  }

  #changed(): void {
    if (this.state === "failed" || this.#closed) {
      for (const waiter of this.#waiting.splice(0)) waiter.reject(this.unavailable());
    }
    this.#clearInteractive();
    this.#placeWaiting();
    this.#shareDecodes();
    if (this.#sizing.batchOnDemand && !this.#closed) this.#letIdleGo();
    this.#onChange();
  }

  /** Work that the interactive host took on while no batch host was there continues in one as soon as there is. */
  #clearInteractive(): void {
    if (!leastBusy(this.#batchHosts)) return;
    for (const host of this.#hosts) if (host.lane === "interactive") host.moveAway("batch");
  }

  #placeWaiting(): void {
    for (const lane of ["interactive", "batch"] as const) {
      for (const waiter of this.#waiting.filter(({ opening }) => opening.lane === lane)) {
        const host = this.#hostFor(lane);
        if (!host) break;
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        waiter.resolve(host.open(waiter.opening, waiter.listener));
      }
    }
  }

  /** The least busy host of the lane; the other lane's where this one has none, or none yet. */
  #hostFor(lane: Lane): Supervisor | null {
    const working = this.#hosts.filter((host) => host.state !== "failed");
    const own = working.filter((host) => host.lane === lane);
    const free = leastBusy(own);
    if (free) return free;
    const other = leastBusy(working.filter((host) => host.lane !== lane));
    if (own.length === 0 || !other) return other;
    // Somebody waits: what takes batch work serves them while their own host starts.
    if (lane === "interactive") return own.every((host) => host.state !== "ready") ? other : null;
    const ownStarting = own.every((host) => host.state !== "ready");
    return ownStarting && other.streams < BATCH_ON_INTERACTIVE ? other : null;
  }

  #letIdleGo(): void {
    this.#batchHosts.slice(this.#fewestBatchHosts).forEach((host) => {
      const idle = host.streams === 0 && host.state === "ready";
      const timer = this.#idleTimers.get(host);
      if (!idle && timer) {
        clearTimeout(timer);
        this.#idleTimers.delete(host);
      }
      if (idle && !timer)
        this.#idleTimers.set(host, setTimeout(() => this.#release(host), this.#idleHostMs).unref());
    });
  }

  #release(host: Supervisor): void {
    this.#idleTimers.delete(host);
    if (host.streams === 0) this.#remove(host);
  }

  #remove(host: Supervisor): void {
    clearTimeout(this.#idleTimers.get(host));
    this.#idleTimers.delete(host);
    this.#hosts = this.#hosts.filter((other) => other !== host);
    host.close();
  }
}

function leastBusy(hosts: Supervisor[]): Supervisor | null {
  return hosts.filter((host) => host.hasPlace).sort((a, b) => a.streams - b.streams)[0] ?? null;
}
