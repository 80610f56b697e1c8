/**
 * Counts what happens, where it happens, for later readers: it only ever grows. One belongs to the module that
 * counts and holds for the process, as Prometheus' counters do.
 */
export interface Count<Label extends string> {
  labels: Readonly<Record<Label, string>>;
  value: number;
}

export class Tally<Label extends string = never> {
  readonly #counts = new Map<string, Count<Label>>();

  /**
   * @param starts series that begin at zero: what appears later was never seen to grow, and no alert of Prometheus shows
   * of its first time.
   */
  constructor(starts: readonly Readonly<Record<Label, string>>[] = []) {
    for (const labels of starts) this.of(labels);
  }

  /** @param labels of few different values, none of which shows who or what was said. */
  add(labels: Readonly<Record<Label, string>>, by = 1): void {
    this.of(labels).value += by;
  }

  /** For callers that add to the same one again and again. */
  of(labels: Readonly<Record<Label, string>>): Count<Label> {
    const key = Object.values(labels).join("\n");
    let count = this.#counts.get(key);
    if (count === undefined) {
      count = { labels, value: 0 };
      this.#counts.set(key, count);
    }
    return count;
  }

  get counts(): readonly Count<Label>[] {
    return [...this.#counts.values()];
  }
}
