/** So many at once; the others wait in order of arrival. */
export class Places {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** @returns what gives the place back, to be called once. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const take = () => {
        signal.removeEventListener("abort", leave);
        this.#free--;
        resolve(() => this.#giveBack());
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1);
        reject(signal.reason);
      };
      if (this.#free > 0) take();
      else {
        this.#waiting.push(take);
        signal.addEventListener("abort", leave, { once: true });
      }
    });
  }

  #giveBack(): void {
    this.#free++;
    this.#waiting.shift()?.();
  }
}
