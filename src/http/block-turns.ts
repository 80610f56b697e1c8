/** Of one upload, from its begin to its end. */
export interface BlockTurn {
  /** Resolves when this upload's next block may be worked on. */
  take(): Promise<void>;
  [Symbol.dispose](): void;
}

/**
 * Where an account sends several uploads at once, one block of them all in each turn of the event loop: others then wait
 * for one block at most. Eight uploads that came as fast as the machine takes them made another account's call half as
 * long again. A lone upload never waits.
 */
export class BlockTurns {
  readonly #parties = new Map<string, { uploads: number; last: Promise<void> }>();

  begin(name: string): BlockTurn {
    const party = this.#parties.get(name) ?? { uploads: 0, last: Promise.resolve() };
    this.#parties.set(name, party);
    party.uploads += 1;
    return {
      take: async () => {
        if (party.uploads === 1) return;
        const before = party.last;
        party.last = before.then(() => new Promise((resolve) => setImmediate(resolve)));
        await before;
      },
      [Symbol.dispose]: () => {
        party.uploads -= 1;
        if (party.uploads === 0) this.#parties.delete(name);
      },
    };
  }
}
