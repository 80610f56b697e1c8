/** All workers, seen from the machine with the API. */
import type { z } from "zod";
import type { Clock } from "../../lib/clock.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Hosts } from "../hosts.ts";
import type { WorkerSettled } from "./answer-check.ts";
import type { Broker } from "./bus.ts";
import { RemoteWorker } from "./remote-worker.ts";
import { readSealingKeys } from "./sealing.ts";
import { everyBeat, type Ticker } from "./ticker.ts";
import type { WorkerView } from "./views.ts";
import { WorkerHosts } from "./worker-hosts.ts";

/** As the database has it. */
export interface RegisteredWorker {
  name: string;
  /** X25519, public, as PEM. */
  sealingKey: string;
  isDraining: boolean;
}

export interface ClusterOptions {
  /** `cluster.name` of the configuration. */
  name: string;
  broker: Broker;
  /** Of this machine: X25519, private, as PEM. */
  sealingKey: string;
  workers: readonly RegisteredWorker[];
  /** Of this program. */
  version: string;
  logger: Logger;
  clock: Clock;
  /** The program's timer by default. */
  every?: Ticker;
}

export interface HostsChoice {
  /** A worker's name: no other one is asked. */
  only?: string;
  /** Which places recordings take; `recordings` by default. */
  places?: "recordings" | "speakers";
}

export interface Cluster {
  readonly broker: Pick<Broker, "isConnected" | "serverVersion" | "problem">;
  /** By name. */
  workers(): WorkerView[];
  /** One pack on all workers that have it. */
  hostsFor<S extends WorkerSettled>(
    packId: string,
    checksum: string,
    settledSchema: z.ZodType<S>,
    choice?: HostsChoice,
  ): Hosts<S>;
  /** The worker gets no work of a pack that is not what it should be. @param why a sentence for the operator; null takes it back. */
  refuse(worker: string, packId: string, why: string | null): void;
  /** The registry changed: a worker that is not in it any more loses its streams at once, one with another key begins anew. */
  setWorkers(workers: readonly RegisteredWorker[]): void;
  /** Called after a worker came or went, or its packs or places changed. @returns what ends it. */
  onChange(changed: () => void): () => void;
  /** Ends all streams, and the connection to the broker. */
  close(): Promise<void>;
}

export function openCluster(options: ClusterOptions): Cluster {
  return new WorkersOfBroker(options);
}

interface Member {
  worker: RemoteWorker;
  sealingKey: string;
}

class WorkersOfBroker implements Cluster {
  readonly #options: ClusterOptions;
  readonly #members = new Map<string, Member>();
  readonly #hosts = new Set<WorkerHosts<WorkerSettled>>();
  readonly #listeners = new Set<() => void>();
  readonly #endings: (() => void)[];

  constructor(options: ClusterOptions) {
    this.#options = options;
    const { broker, every = everyBeat } = options;
    this.setWorkers(options.workers);
    this.#endings = [
      every(() => {
        for (const worker of this.#workers) worker.tick();
      }),
      broker.onChange(() => {
        for (const worker of this.#workers) worker.busChanged();
      }),
    ];
  }

  get broker() {
    return this.#options.broker;
  }

  workers(): WorkerView[] {
    return this.#workers.map(({ view }) => view).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  hostsFor<S extends WorkerSettled>(
    packId: string,
    checksum: string,
    settledSchema: z.ZodType<S>,
    { only, places = "recordings" }: HostsChoice = {},
  ): Hosts<S> {
    const hosts: WorkerHosts<S> = new WorkerHosts<S>({
      packId,
      checksum,
      settledSchema,
      places,
      workers: () => this.#workers.filter(({ name }) => only === undefined || name === only),
      monotonic: () => this.#options.clock.monotonic(),
      onFree: () => this.#placeWaiting(),
      onClose: () => this.#hosts.delete(hosts as unknown as WorkerHosts<WorkerSettled>),
    });
    this.#hosts.add(hosts as unknown as WorkerHosts<WorkerSettled>);
    return hosts;
  }

  refuse(worker: string, packId: string, why: string | null): void {
    this.#members.get(worker)?.worker.refusePack(packId, why);
  }

  setWorkers(workers: readonly RegisteredWorker[]): void {
    const kept = new Map(workers.map((worker) => [worker.name, worker]));
    for (const [name, { worker, sealingKey }] of this.#members)
      if (kept.get(name)?.sealingKey !== sealingKey) {
        this.#members.delete(name);
        worker.close("belongs to this cluster no more");
      }
    for (const { name, sealingKey, isDraining } of workers) {
      if (!this.#members.has(name))
        this.#members.set(name, { worker: this.#member(name, sealingKey), sealingKey });
      this.#members.get(name)?.worker.setDraining(isDraining);
    }
    this.#changed();
  }

  onChange(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  async close(): Promise<void> {
    for (const end of this.#endings) end();
    for (const hosts of this.#hosts) hosts.close();
    for (const worker of this.#workers) worker.close("is not needed any more");
    await this.#options.broker.close();
  }

  #member(name: string, sealingKey: string): RemoteWorker {
    const { name: cluster, broker, version, logger, clock } = this.#options;
    return new RemoteWorker({
      cluster,
      name,
      keys: readSealingKeys(this.#options.sealingKey, sealingKey),
      version,
      bus: broker,
      logger,
      monotonic: () => clock.monotonic(),
      now: () => clock.now(),
      onChange: () => this.#changed(),
    });
  }

  get #workers(): RemoteWorker[] {
    return [...this.#members.values()].map(({ worker }) => worker);
  }

  #placeWaiting(): void {
    for (const hosts of this.#hosts) hosts.placeWaiting();
  }

  #changed(): void {
    this.#placeWaiting();
    for (const changed of this.#listeners) changed();
  }
}
