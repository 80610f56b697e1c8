/**
 * Decodes the streams of one recognizer step by step, all that are ready in one call: 16 streams together take about half of
 * what they take one by one, with a network of four million parameters. Between steps the thread is free for other work.
 */
import { setImmediate } from "node:timers/promises";
import { limits } from "../../../../config/limits.ts";

interface Waiting {
  isLast: boolean;
  tookMs: number;
  resolve: (tookMs: number) => void;
  reject: (fault: unknown) => void;
}

export interface Steps<S> {
  isReady(stream: S): boolean;
  /** One step of each, at once. */
  decode(streams: readonly S[]): void;
  /** Processor time of the process so far. */
  usedMs(): number;
}

export class OnlineSteps<S> {
  readonly #steps: Steps<S>;
  /** Each is ready. */
  readonly #waiting = new Map<S, Waiting>();
  #isAtWork = false;
  /** Ends the wait for sound that belongs together. */
  #hurry: () => void = () => {};
  #beganAt = Number.NEGATIVE_INFINITY;
  /** Calls so far. */
  done = 0;

  constructor(steps: Steps<S>) {
    this.#steps = steps;
  }

  /**
   * Resolves when the stream has heard all it has, with the processor time that this took. Not twice at once for one stream.
   * @param isLast somebody waits for a text that is whole with it: it goes ahead of streams that continue.
   */
  run(stream: S, isLast = false): Promise<number> {
    if (!this.#steps.isReady(stream)) return Promise.resolve(0);
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    this.#waiting.set(stream, { isLast, tookMs: 0, resolve, reject });
    if (!this.#isAtWork) void this.#work();
    else if (isLast) this.#hurry();
    return promise;
  }

  async #work(): Promise<void> {
    this.#isAtWork = true;
    // Sounds that come within a moment belong together; a single stream's next sound comes later than that anyway.
    const gatherMs = this.#beganAt + limits.liveGatherMs - performance.now();
    if (gatherMs > 0 && this.#next().every(([, { isLast }]) => !isLast)) await this.#gather(gatherMs);
    this.#beganAt = performance.now();
    while (this.#waiting.size > 0) {
      await setImmediate();
      this.#step(this.#next().map(([stream]) => stream));
    }
    this.#isAtWork = false;
  }

  /** Those that end, if any do: an end takes several steps, each of which costs less with few streams. */
  #next(): [S, Waiting][] {
    const all = [...this.#waiting];
    const ending = all.filter(([, { isLast }]) => isLast);
    return (ending.length > 0 ? ending : all).slice(0, limits.engineBatch);
  }

  async #gather(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#hurry = resolve;
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
  }

  #step(streams: readonly S[]): void {
    const before = this.#steps.usedMs();
    let fault: unknown = null;
    try {
      this.#steps.decode(streams);
    } catch (thrown) {
      fault = thrown;
    }
    this.done++;
    const eachMs = (this.#steps.usedMs() - before) / streams.length;
    for (const stream of streams) {
      const waiting = this.#waiting.get(stream) as Waiting;
      waiting.tookMs += eachMs;
      if (fault === null && this.#steps.isReady(stream)) continue;
      this.#waiting.delete(stream);
      if (fault === null) waiting.resolve(waiting.tookMs);
      else waiting.reject(fault);
    }
  }
}
