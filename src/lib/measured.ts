/** Hands on each value that is measured, to the listener that keeps a histogram; one belongs to the module that measures. */
export class Measured {
  readonly #observers = new Set<(value: number) => void>();

  add(value: number): void {
    for (const observe of this.#observers) observe(value);
  }

  /** @returns what ends it. */
  follow(observe: (value: number) => void): () => void {
    this.#observers.add(observe);
    return () => this.#observers.delete(observe);
  }
}
