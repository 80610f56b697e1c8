/** How many audio requests each account has under way. */
export class AudioConcurrency {
  readonly limit: number;
  readonly #underWay = new Map<string, number>();

  constructor(limit: number) {
    this.limit = limit;
  }

  remaining(accountId: string): number {
    return this.limit - (this.#underWay.get(accountId) ?? 0);
  }

  /** Takes a place and returns what gives it back; null where all are taken. */
  enter(accountId: string): (() => void) | null {
    const before = this.#underWay.get(accountId) ?? 0;
    if (before >= this.limit) return null;
    this.#underWay.set(accountId, before + 1);
    return () => {
      const now = (this.#underWay.get(accountId) ?? 1) - 1;
      if (now === 0) this.#underWay.delete(accountId);
      else this.#underWay.set(accountId, now);
    };
  }
}
