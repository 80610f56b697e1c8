/**
 * Faults of every worker, of the broker and of the server, each in a row of its own beside the others: several are down at
 * once, or one shortly after the other. How fast they come follows the work and not the clock, so that a busy machine shows
 * as much: a worker is hit while it works, if it gets work in time, broker and server after so many kills of others, and all
 * wait until enough was acknowledged for so many kills.
 */
import type { ClusterSite, WorkerProcess } from "../../cluster/site.ts";
import type { Random } from "../random.ts";
import { BROKER_KILLED, type Fault, SERVER_KILLED, VICTIMS, type Victim, WORKER_FAULTS } from "./faults.ts";
import type { MixedLoad } from "./mixed-load.ts";

export interface InflictingOptions {
  site: ClusterSite;
  random: Random;
  /** Of workers, broker and server; those of recognizers come on top. */
  kills: number;
  load: Pick<MixedLoad, "acknowledged" | "violations">;
  log: (line: string) => void;
  enough?: AbortSignal;
}

export interface Inflicted {
  kills: Record<Victim, number>;
  /** Kills of workers that had recordings or live streams just then. */
  atWork: number;
  /** Faults without a death. */
  others: number;
}

/** Between two faults of a worker: some come in quick succession, some let work get on. */
const LONGEST_PAUSES_MS = [0, 500, 2_000];
/** Kills of others between two of the same. */
const MOST_OTHERS = { broker: 12, server: 16 };
const WORK_WITHIN_MS = 15_000;
const LOOK_MS = 100;
const KILLS_AT_ONCE = 5;
const WORKS_A_KILL = 4;
/** So long nothing may be acknowledged while nothing more is hit. */
const STUCK_MS = 120_000;

export class Inflicting {
  readonly #options: InflictingOptions;
  readonly #done: Inflicted = {
    kills: Object.fromEntries(VICTIMS.map((victim) => [victim, 0])) as Record<Victim, number>,
    atWork: 0,
    others: 0,
  };
  /** Until work got on. */
  #rest: Promise<void> = Promise.resolve();
  #isThrough = false;

  constructor(options: InflictingOptions) {
    this.#options = options;
  }

  /** Resolves when there were enough kills, or time is up, and all is as it was. */
  async run(): Promise<Inflicted> {
    const { site } = this.#options;
    const rows = [
      ...site.workers.map((worker) => this.#row(worker, WORKER_FAULTS, () => this.#getsWork(worker))),
      this.#row(site, [BROKER_KILLED], () => this.#othersDie(MOST_OTHERS.broker)),
      this.#row(site, [SERVER_KILLED], () => this.#othersDie(MOST_OTHERS.server)),
    ];
    try {
      await Promise.all(rows);
    } finally {
      this.#isThrough = true;
    }
    return this.#done;
  }

  /** @param isNext resolves when it is to be hit again, to whether it works just then. */
  async #row<Of>(of: Of, faults: readonly Fault<Of>[], isNext: () => Promise<boolean>): Promise<void> {
    const { random } = this.#options;
    const all = faults.flatMap((fault) => Array.from({ length: fault.times }, () => fault));
    for (let left: Fault<Of>[] = []; ; ) {
      const isAtWork = await isNext();
      await this.#rest;
      if (this.#isOver) return;
      if (left.length === 0) left = random.shuffled(all);
      const fault = left.pop() as Fault<Of>;
      this.#count(fault, isAtWork);
      await fault.act(of, random);
    }
  }

  /** @returns false if it got none for too long: broker and server may be down again and again. */
  async #getsWork(worker: WorkerProcess): Promise<boolean> {
    const { site, random } = this.#options;
    await Bun.sleep(random.next() * random.pick(LONGEST_PAUSES_MS));
    for (let waitedMs = 0; waitedMs < WORK_WITHIN_MS && !this.#isOver; waitedMs += LOOK_MS) {
      try {
        if ((await site.busyWorkers()).includes(worker)) return true;
      } catch (error) {
        // The server is down.
        if (!(error instanceof Error)) throw error;
      }
      await Bun.sleep(LOOK_MS);
    }
    return false;
  }

  async #othersDie(most: number): Promise<boolean> {
    const due = this.#kills + this.#options.random.next() * most;
    while (this.#kills < due && !this.#isOver) await Bun.sleep(LOOK_MS);
    return true;
  }

  #count({ name, kills: victim }: Fault<never>, isAtWork: boolean): void {
    const { kills, load, log } = this.#options;
    if (victim === null) this.#done.others += 1;
    else this.#done.kills[victim] += 1;
    if (victim === "worker" && isAtWork) this.#done.atWork += 1;
    const so = this.#kills;
    if (victim !== null && so % KILLS_AT_ONCE === 0) this.#rest = this.#untilAcknowledged(so * WORKS_A_KILL);
    if (so >= kills) this.#isThrough = true;
    log(`${so} kills; ${name}; ${load.acknowledged} acknowledged`);
  }

  get #isOver(): boolean {
    return this.#isThrough || this.#options.enough?.aborted === true;
  }

  get #kills(): number {
    const { worker, broker, server } = this.#done.kills;
    return worker + broker + server;
  }

  async #untilAcknowledged(count: number): Promise<void> {
    const { load } = this.#options;
    let last = load.acknowledged;
    for (let waitedMs = 0; waitedMs < STUCK_MS; waitedMs += LOOK_MS) {
      const now = load.acknowledged;
      if (now >= count) return;
      if (now > last) waitedMs = 0;
      last = now;
      await Bun.sleep(LOOK_MS);
    }
    load.violations.push(`no work was done for ${STUCK_MS} ms`);
  }
}
