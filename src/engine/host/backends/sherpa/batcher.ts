/**
 * Gathers decodes that wait at the same time into batches of about equal length: in a batch every piece is padded to
 * the longest, and a GPU is busy only with many pieces at once. Nothing is held back: what waits when a place becomes
 * free is the batch, however small.
 */
import type { Lane } from "../../../engine.ts";

/** A batch is decoded while the next is gathered and copied. */
const BATCHES_AT_ONCE = 2;
/** The shortest of a batch has at least this much of the longest's length. */
const LEAST_SHARE = 0.75;

interface Waiting<T> {
  item: T;
  lane: Lane;
  length: number;
  done: () => void;
  failed: (fault: unknown) => void;
}

export class Batcher<T> {
  readonly #most: number;
  readonly #decode: (items: T[]) => Promise<void>;
  #waiting: Waiting<T>[] = [];
  #running = 0;

  /** @param decode takes 1 to `most` items. */
  constructor(most: number, decode: (items: T[]) => Promise<void>) {
    this.#most = most;
    this.#decode = decode;
  }

  /** Resolves when the item is decoded. Interactive ones go first. */
  add(item: T, lane: Lane, length: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.push({ item, lane, length, done: resolve, failed: reject });
    // Those that are added in the same turn of the event loop belong together.
    queueMicrotask(() => this.#fill());
    return promise;
  }

  #fill(): void {
    while (this.#running < BATCHES_AT_ONCE && this.#waiting.length > 0) void this.#run(this.#take());
  }

  /** The one that waits for longest, with those that are nearest to it in length. */
  #take(): Waiting<T>[] {
    const first = this.#waiting.find(({ lane }) => lane === "interactive") ?? this.#waiting[0];
    if (!first) return [];
    const near = this.#waiting
      .filter(({ length }) => Math.min(length, first.length) >= LEAST_SHARE * Math.max(length, first.length))
      .sort((a, b) => Math.abs(a.length - first.length) - Math.abs(b.length - first.length))
      .filter((each) => each !== first)
      .slice(0, this.#most - 1);
    const batch = [first, ...near];
    const taken = new Set(batch);
    this.#waiting = this.#waiting.filter((each) => !taken.has(each));
    return batch;
  }

  async #run(batch: Waiting<T>[]): Promise<void> {
    this.#running++;
    try {
      await this.#decode(batch.map(({ item }) => item));
      for (const { done } of batch) done();
    } catch (fault) {
      for (const { failed } of batch) failed(fault);
    } finally {
      this.#running--;
      this.#fill();
    }
  }
}
