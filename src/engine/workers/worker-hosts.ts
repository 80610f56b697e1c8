/** One pack on all workers that have it: a stream goes to the least busy of them. */
import type { z } from "zod";
import { limits } from "../../config/limits.ts";
import { TiroError } from "../../lib/errors.ts";
import type { AudioStream } from "../carried-recording.ts";
import type { EngineState, EngineStatus, Lane } from "../engine.ts";
import type { HostListener, Hosts } from "../hosts.ts";
import type { Opening } from "../protocol.ts";
import { AnswerCheck, type WorkerSettled } from "./answer-check.ts";
import { RemoteStream } from "./remote-stream.ts";
import type { RemoteWorker } from "./remote-worker.ts";
import type { WorkerCapacity } from "./views.ts";

export interface WorkerHostsOptions<S extends WorkerSettled> {
  packId: string;
  checksum: string;
  settledSchema: z.ZodType<S>;
  /** Whose places recordings take. */
  places: "recordings" | "speakers";
  workers(): readonly RemoteWorker[];
  monotonic(): number;
  /** A place became free, which others may wait for. */
  onFree(): void;
  onClose(): void;
}

interface Waiter<S> {
  opening: Opening;
  listener: HostListener<S>;
  resolve: (stream: AudioStream) => void;
  reject: (fault: unknown) => void;
}

/** Somebody waits for a dictation: it goes beside what fills a worker. */
const DICTATION_SHARE = 2;

export class WorkerHosts<S extends WorkerSettled> implements Hosts<S> {
  readonly processes: EngineStatus["processes"] = [];
  readonly #options: WorkerHostsOptions<S>;
  /** Workers that lost a stream of this pack, and until when others are preferred. */
  readonly #avoidedUntilMs = new Map<RemoteWorker, number>();
  #waiting: Waiter<S>[] = [];
  #closed = false;

  constructor(options: WorkerHostsOptions<S>) {
    this.#options = options;
  }

  get state(): EngineState {
    if (this.#closed) return "stopped";
    return this.#workers.length > 0 ? "ready" : "restarting";
  }

  get problem(): string | null {
    const { packId } = this.#options;
    return this.state === "ready" ? null : `No worker with the pack ${packId} is there.`;
  }

  load(lane: Lane): number | null {
    const kind = this.#options.places;
    const loads = this.#workers.flatMap((worker) => loadOf(worker, kind, shareOf(lane)) ?? []);
    return loads.length === 0 ? null : Math.min(...loads);
  }

  open(opening: Opening, listener: HostListener<S>, signal: AbortSignal): Promise<AudioStream> {
    if (this.#closed) return Promise.reject(this.unavailable());
    if (signal.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<AudioStream>();
    const leave = () => {
      this.#waiting = this.#waiting.filter((other) => other !== waiter);
      reject(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    const waiter: Waiter<S> = { opening, listener, resolve, reject };
    this.#waiting.push(waiter);
    this.placeWaiting();
    return promise.finally(() => signal.removeEventListener("abort", leave));
  }

  unavailable(): TiroError {
    if (this.#closed) return new TiroError("shutting_down", "The server is stopping.");
    return new TiroError("engine_unavailable", "The recognizer is not available; try again later.", {
      retryAfterSeconds: limits.workerRetryAfterSeconds,
      ...(this.problem === null ? {} : { hint: this.problem }),
    });
  }

  /** Streams that are open continue. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(this.unavailable());
    this.#options.onClose();
  }

  /** A worker came, went or has a free place: those who wait are served, dictations first. */
  placeWaiting(): void {
    for (const lane of ["interactive", "batch"] as const)
      for (const waiter of this.#waiting.filter(({ opening }) => opening.lane === lane)) {
        const stream = this.#place(waiter);
        if (!stream) continue;
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        waiter.resolve(stream);
      }
  }

  get #workers(): RemoteWorker[] {
    const { packId, checksum, workers } = this.#options;
    return workers().filter((worker) => worker.link !== null && worker.has(packId, checksum));
  }

  /** Null if no worker has a place. */
  #place({ opening, listener }: Waiter<S>): AudioStream | null {
    const kind = opening.live ? "live" : this.#options.places;
    const share = shareFor(opening);
    const free = this.#workers
      .flatMap((worker) => {
        const load = loadOf(worker, kind, share);
        return load === null ? [] : [{ worker, load, isAvoided: this.#isAvoided(worker) }];
      })
      .sort(
        (a, b) => Number(a.isAvoided) - Number(b.isAvoided) || a.load - b.load || roundTrip(a) - roundTrip(b),
      );
    for (const { worker } of free) {
      const stream = this.#openOn(worker, kind, opening, listener);
      if (stream) return stream;
    }
    return null;
  }

  /** Null if the connection to the broker is broken. */
  #openOn(worker: RemoteWorker, kind: keyof WorkerCapacity, opening: Opening, listener: HostListener<S>) {
    const { packId, checksum, settledSchema, onFree } = this.#options;
    const check = new AnswerCheck(opening, settledSchema);
    const isCounted = !opening.isText;
    try {
      const stream = worker.link?.open(
        { what: "pack", id: packId, checksum, opening },
        limits.workerAnswerBytes,
        (channel, leave) =>
          new RemoteStream({
            channel,
            check,
            listener,
            worker: worker.name,
            isLive: opening.live !== undefined,
            leave,
            onSettled: (seconds) => {
              worker.figures.audioSeconds += seconds;
            },
            onOver: (lost) => {
              if (isCounted) worker.inUse[kind]--;
              if (lost !== null) worker.figures.lostStreams++;
              if (lost === "unplanned") this.#avoid(worker);
              onFree();
            },
          }),
      );
      if (stream && isCounted) worker.inUse[kind]++;
      return stream ?? null;
    } catch {
      // The bus reports it in a moment.
      return null;
    }
  }

  #avoid(worker: RemoteWorker): void {
    this.#avoidedUntilMs.set(worker, this.#options.monotonic() + limits.workerAvoidedMs);
  }

  #isAvoided(worker: RemoteWorker): boolean {
    const untilMs = this.#avoidedUntilMs.get(worker);
    if (untilMs === undefined) return false;
    if (untilMs > this.#options.monotonic()) return true;
    this.#avoidedUntilMs.delete(worker);
    return false;
  }
}

function shareFor({ isText, live, lane }: Opening): number {
  if (isText) return Number.POSITIVE_INFINITY;
  return live ? 1 : shareOf(lane);
}

function shareOf(lane: Lane): number {
  return lane === "interactive" ? DICTATION_SHARE : 1;
}

/** The share of the worker's places in use; null if none is free. @param share how many places count as its own. */
function loadOf(worker: RemoteWorker, kind: keyof WorkerCapacity, share: number): number | null {
  const places = worker.announcement?.capacity[kind] ?? 0;
  const used = worker.inUse[kind];
  const isFull = (worker.link?.streams ?? limits.workerStreams) >= limits.workerStreams;
  if (isFull || places === 0 || used >= places * share) return null;
  return used / places;
}

function roundTrip({ worker }: { worker: RemoteWorker }): number {
  return worker.figures.roundTripMs ?? Number.POSITIVE_INFINITY;
}
