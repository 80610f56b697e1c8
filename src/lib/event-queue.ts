/** Things that one part says and another reads in its own time, in order. */
export class EventQueue<T> implements AsyncIterable<T> {
  readonly #waiting: T[] = [];
  #ended = false;
  #fault: { reason: unknown } | null = null;
  #wake: () => void = () => {};

  push(item: T): void {
    if (this.#ended || this.#fault) return;
    this.#waiting.push(item);
    this.#wake();
  }

  /** Read to the end, it is over. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  /** Read to the end, it rejects. */
  fail(reason: unknown): void {
    if (this.#ended) return;
    this.#fault ??= { reason };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.#waiting.length > 0) yield this.#waiting.shift() as T;
      if (this.#fault) throw this.#fault.reason;
      if (this.#ended) return;
      await new Promise<void>((wake) => {
        this.#wake = wake;
      });
    }
  }
}
