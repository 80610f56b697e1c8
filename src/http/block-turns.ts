/**
 * One block of an account's uploads in each turn of the event loop: however many it sends at once, others wait for one
 * block at most. Eight uploads that came as fast as the machine takes them made another account's call half as long again.
 */
export class BlockTurns {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves when the party's block before this one has had its turn. */
  async take(party: string): Promise<void> {
    const before = this.#last.get(party);
    const turn = this.#next(before);
    this.#last.set(party, turn);
    await before;
    void turn.then(() => this.#last.get(party) === turn && this.#last.delete(party));
  }

  async #next(before: Promise<void> | undefined): Promise<void> {
    await before;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
