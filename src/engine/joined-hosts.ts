/** The hosts of this machine and those on workers as one: a stream goes where most room is, and waits for a lost worker. */
import { limits } from "../config/limits.ts";
import { TiroError } from "../lib/errors.ts";
import type { AudioStream } from "./carried-recording.ts";
import type { EngineState, Lane } from "./engine.ts";
import type { HostListener, Hosts } from "./hosts.ts";
import type { Opening, Settled } from "./protocol.ts";

/** Hosts of the same model on other machines. */
export interface WorkerHosts<S = Settled> {
  hosts: Hosts<S>;
  /** @returns what ends it. */
  onChange(changed: () => void): () => void;
}

/** Starts them. `onChange` is called after every change of their state, perhaps before they are returned. */
export type OpenHosts<S = Settled> = (onChange: () => void) => Hosts<S>;

export class JoinedHosts<S = Settled> implements Hosts<S> {
  readonly #local: Hosts<S> | null = null;
  readonly #workers: Hosts<S>;
  readonly #onChange: () => void;
  readonly #unwatch: () => void;
  /** Those who wait for a place. */
  readonly #waiting = new Set<() => void>();
  /** Whether there are workers: those that were here a moment ago may come back. */
  #presence: "never" | "here" | "awaited" | "gone" = "never";
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param openLocal null if nothing is recognized on this machine. */
  constructor(openLocal: OpenHosts<S> | null, workers: WorkerHosts<S>, onChange: () => void) {
    this.#workers = workers.hosts;
    this.#onChange = onChange;
    if (this.#workers.state === "ready") this.#presence = "here";
    this.#unwatch = workers.onChange(() => this.#changed());
    this.#local = openLocal?.(() => this.#changed()) ?? null;
  }

  /** Failed only for now, if workers may come back. */
  get state(): EngineState {
    if (this.#workers.state === "ready" || this.#workers.state === "stopped") return this.#workers.state;
    const here = this.#local?.state ?? "failed";
    return here === "failed" && this.#presence === "awaited" ? "restarting" : here;
  }

  get problem(): string | null {
    return this.#local?.problem ?? this.#workers.problem;
  }

  get processes() {
    return this.#local?.processes ?? [];
  }

  load(lane: Lane): number | null {
    return this.#freest(lane)?.load(lane) ?? null;
  }

  open(opening: Opening, listener: HostListener<S>, signal: AbortSignal): Promise<AudioStream> {
    if (this.#isOver) return Promise.reject(this.unavailable());
    const free = this.#freest(opening.lane);
    return free ? free.open(opening, listener, signal) : this.#openFirst(opening, listener, signal);
  }

  unavailable(): TiroError {
    if (this.#workers.state === "stopped") return this.#workers.unavailable();
    if (this.#local && this.#presence === "never") return this.#local.unavailable();
    return noWorkers(this.problem);
  }

  #changed(): void {
    if (this.#workers.state === "ready") this.#become("here");
    else if (this.#presence === "here") this.#become("awaited");
    if (this.#isOver) for (const giveUp of this.#waiting) giveUp();
    this.#onChange();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#unwatch();
    this.#workers.close();
    this.#local?.close();
  }

  get #isOver(): boolean {
    return this.state === "failed" || this.state === "stopped";
  }

  #become(presence: "here" | "awaited"): void {
    this.#presence = presence;
    clearTimeout(this.#timer);
    if (presence === "here") return;
    const end = () => {
      this.#presence = "gone";
      this.#changed();
    };
    this.#timer = setTimeout(end, limits.workersAwaitedMs).unref();
  }

  get #members(): Hosts<S>[] {
    return [...(this.#local ? [this.#local] : []), this.#workers];
  }

  /** At equal load this machine, which is nearest. */
  #freest(lane: Lane): Hosts<S> | null {
    const free = this.#members.flatMap((hosts) => {
      const load = hosts.load(lane);
      return load === null ? [] : [{ hosts, load }];
    });
    return free.sort((a, b) => a.load - b.load)[0]?.hosts ?? null;
  }

  /** Waits everywhere for the first place. */
  async #openFirst(opening: Opening, listener: HostListener<S>, signal: AbortSignal): Promise<AudioStream> {
    const first = Promise.withResolvers<AudioStream>();
    const enough = new AbortController();
    const giveUp = () => first.reject(this.unavailable());
    this.#waiting.add(giveUp);
    for (const hosts of this.#members)
      hosts.open(opening, listener, AbortSignal.any([signal, enough.signal])).then(
        (stream) => {
          if (enough.signal.aborted) return stream.abort();
          enough.abort();
          first.resolve(stream);
        },
        // While others may have a place, one that has none is no failure.
        (fault) => {
          if (signal.aborted) first.reject(fault);
          else if (this.#isOver) giveUp();
        },
      );
    return await first.promise.finally(() => {
      this.#waiting.delete(giveUp);
      enough.abort();
    });
  }
}

export function noWorkers(problem: string | null = null): TiroError {
  return new TiroError(
    "engine_unavailable",
    "No recognizer for this request is available now; try again later.",
    {
      retryAfterSeconds: limits.workersRetrySeconds,
      hint: `No worker with this pack is connected.${problem ? ` ${problem}` : ""} See tiro cluster status.`,
    },
  );
}
