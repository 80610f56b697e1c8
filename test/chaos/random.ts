import { seeded } from "../../src/lib/seeded.ts";

/** Numbers that look random and repeat for the same seed (mulberry32, Tommy Ettinger, public domain). */
export class Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = seeded(seed);
  }

  pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.next() * values.length)];
    if (value === undefined) throw new RangeError("nothing to pick from");
    return value;
  }

  /** In another order (Fisher–Yates). */
  shuffled<T>(values: readonly T[]): T[] {
    const left = [...values];
    return values.map(() => left.splice(Math.floor(this.next() * left.length), 1)[0] as T);
  }
}
