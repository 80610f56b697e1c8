/** How many audio requests each account has under way. */
export class AudioConcurrency {
  readonly #underWay = new Map<string, number>();

  underWay(accountId: string): number {
    return this.#underWay.get(accountId) ?? 0;
  }

  /** Takes a place and returns what gives it back; null if as many as `limit` are taken. */
  enter(accountId: string, limit: number): (() => void) | null {
    const before = this.underWay(accountId);
    if (before >= limit) return null;
    this.#underWay.set(accountId, before + 1);
    return () => {
      const now = this.underWay(accountId) - 1;
      if (now === 0) this.#underWay.delete(accountId);
      else this.#underWay.set(accountId, now);
    };
  }
}
