/**
 * Decodes wait here for a place: live streams' final ones before their drafts, then those of dictations, then batch work.
 * Recordings take turns, piece by piece.
 */
import type { Lane } from "../engine.ts";
import type { Decoded } from "./backends/backend.ts";
import { ProcessorTime } from "./processor-time.ts";

export type DecodeLane = "live" | "draft" | Lane;

export interface Decode {
  lane: DecodeLane;
  /** Whose it is: a recording that is given up takes its decodes along. */
  owner: object;
  /** Computes features on this thread and returns the decode, which runs off it. */
  prepare(): () => Promise<Decoded>;
  /** @param processorMs what it took of the processors. */
  done(decoded: Decoded, processorMs: number): void;
  failed(fault: unknown): void;
}

/** Decodes by their recording, each in its order. Invariant: no recording without a decode; the first is served next. */
class Waiting {
  readonly #byOwner = new Map<object, Decode[]>();

  get isEmpty(): boolean {
    return this.#byOwner.size === 0;
  }

  add(decode: Decode): void {
    const own = this.#byOwner.get(decode.owner);
    if (own) own.push(decode);
    else this.#byOwner.set(decode.owner, [decode]);
  }

  /** A long recording, whose pieces come many at a time, delays a short one by one of them. */
  take(): Decode | undefined {
    for (const [owner, [decode, ...others]] of this.#byOwner) {
      this.#byOwner.delete(owner);
      if (others.length > 0) this.#byOwner.set(owner, others);
      return decode;
    }
    return undefined;
  }

  drop(owner: object): void {
    this.#byOwner.delete(owner);
  }
}

export class DecodeQueue {
  #parallel: number;
  readonly #waiting: Record<DecodeLane, Waiting> = {
    live: new Waiting(),
    draft: new Waiting(),
    interactive: new Waiting(),
    batch: new Waiting(),
  };
  /** The next batch decode, its features computed ahead, so that a free place never waits for this thread. */
  #prepared: { decode: Decode; run: () => Promise<Decoded> } | null = null;
  readonly #time = new ProcessorTime();
  #running = 0;
  #workDone = 0;

  /** @param parallel decodes at once; one that somebody waits for may run beyond it. */
  constructor(parallel: number) {
    this.#parallel = parallel;
  }

  /** Running decodes beyond a lower number are finished. */
  setParallel(parallel: number): void {
    this.#parallel = parallel;
    this.#fill();
  }

  /** Decodes begun and finished so far. */
  get workDone(): number {
    return this.#workDone;
  }

  get idle(): boolean {
    return (
      this.#running === 0 && !this.#prepared && Object.values(this.#waiting).every(({ isEmpty }) => isEmpty)
    );
  }

  add(decode: Decode): void {
    this.#waiting[decode.lane].add(decode);
    this.#fill();
  }

  /** Forgets what of `owner` still waits; what runs is finished and reported. */
  drop(owner: object): void {
    for (const waiting of Object.values(this.#waiting)) waiting.drop(owner);
    if (this.#prepared?.decode.owner === owner) this.#prepared = null;
  }

  #fill(): void {
    const { live, draft, interactive } = this.#waiting;
    const urgent = [live, draft, interactive];
    while (this.#running < this.#parallel + (urgent.every(({ isEmpty }) => isEmpty) ? 0 : 1)) {
      const decode = live.take() ?? draft.take() ?? interactive.take();
      const next = decode ? { decode, run: decode.prepare() } : this.#takePrepared();
      if (!next) return;
      void this.#run(next.decode, next.run);
    }
    if (!this.#prepared) this.#prepared = this.#prepareNext();
  }

  #takePrepared() {
    const next = this.#prepared ?? this.#prepareNext();
    this.#prepared = null;
    return next;
  }

  #prepareNext() {
    const decode = this.#waiting.batch.take();
    return decode ? { decode, run: decode.prepare() } : null;
  }

  async #run(decode: Decode, run: () => Promise<Decoded>): Promise<void> {
    this.#running++;
    this.#workDone++;
    this.#time.begin(decode);
    try {
      const decoded = await run();
      decode.done(decoded, this.#time.end(decode));
    } catch (fault) {
      this.#time.end(decode);
      decode.failed(fault);
    } finally {
      this.#running--;
      this.#workDone++;
      this.#fill();
    }
  }
}
