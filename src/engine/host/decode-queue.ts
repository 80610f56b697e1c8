/** Decodes wait here for a place; those of interactive streams go first. */
import type { Lane } from "../engine.ts";
import type { Decoded } from "./backends/backend.ts";

export interface Decode {
  lane: Lane;
  /** Whose it is: a recording that is given up takes its decodes along. */
  owner: object;
  /** Computes features on this thread and returns the decode, which runs off it. */
  prepare(): () => Promise<Decoded>;
  done(decoded: Decoded): void;
  failed(fault: unknown): void;
}

export class DecodeQueue {
  #parallel: number;
  readonly #waiting: Record<Lane, Decode[]> = { interactive: [], batch: [] };
  /** The next batch decode, its features computed ahead, so that a free place never waits for this thread. */
  #prepared: { decode: Decode; run: () => Promise<Decoded> } | null = null;
  #running = 0;
  #workDone = 0;

  /** @param parallel decodes at once; one interactive decode may run beyond it. */
  constructor(parallel: number) {
    this.#parallel = parallel;
  }

  /** What runs beyond a lower number is finished. */
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
      this.#running === 0 &&
      !this.#prepared &&
      this.#waiting.interactive.length + this.#waiting.batch.length === 0
    );
  }

  add(decode: Decode): void {
    this.#waiting[decode.lane].push(decode);
    this.#fill();
  }

  /** Forgets what of `owner` still waits; what runs is finished and reported. */
  drop(owner: object): void {
    for (const lane of ["interactive", "batch"] as const) {
      this.#waiting[lane] = this.#waiting[lane].filter((decode) => decode.owner !== owner);
    }
    if (this.#prepared?.decode.owner === owner) this.#prepared = null;
  }

  #fill(): void {
    while (this.#running < this.#parallel + (this.#waiting.interactive.length > 0 ? 1 : 0)) {
      const decode = this.#waiting.interactive.shift();
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
    const decode = this.#waiting.batch.shift();
    return decode ? { decode, run: decode.prepare() } : null;
  }

  async #run(decode: Decode, run: () => Promise<Decoded>): Promise<void> {
    this.#running++;
    this.#workDone++;
    try {
      decode.done(await run());
    } catch (fault) {
      decode.failed(fault);
    } finally {
      this.#running--;
      this.#workDone++;
      this.#fill();
    }
  }
}
