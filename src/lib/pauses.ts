import { setImmediate } from "node:timers/promises";

/** Lets others have the event loop, again and again, during long work. */
export class Pauses {
  readonly #after: number;
  #done = 0;

  /** @param after how much work may be done at once, in a unit of the caller's. */
  constructor(after: number) {
    this.#after = after;
  }

  async did(work: number): Promise<void> {
    this.#done += work;
    if (this.#done < this.#after) return;
    this.#done = 0;
    await setImmediate();
  }
}
