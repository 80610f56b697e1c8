/** Work that takes several turns of the event loop, one piece of it after the other, in the order in which it came. */
export class OneAtATime {
  readonly #most: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** @param most how many may wait or be under way. */
  constructor(most: number) {
    this.#most = most;
  }

  get isFull(): boolean {
    return this.#waiting >= this.#most;
  }

  /** Errors of others' work are theirs. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#waiting += 1;
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => {});
    try {
      return await mine;
    } finally {
      this.#waiting -= 1;
    }
  }
}
