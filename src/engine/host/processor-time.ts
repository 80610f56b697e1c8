/**
 * Processor time of each decode. By the clock, a decode on a machine that others keep busy would seem to cost more
 * than it does. The process's time is shared out among the decodes that run: what else it does meanwhile, such as listening,
 * is little beside them.
 */
export class ProcessorTime {
  readonly #usedMs: () => number;
  readonly #running = new Map<object, number>();
  #lookedAtMs = 0;

  constructor(usedMs = processorMs) {
    this.#usedMs = usedMs;
  }

  begin(decode: object): void {
    this.#share();
    this.#running.set(decode, 0);
  }

  /** @returns what it took, in milliseconds. */
  end(decode: object): number {
    this.#share();
    const took = this.#running.get(decode) ?? 0;
    this.#running.delete(decode);
    return took;
  }

  #share(): void {
    const now = this.#usedMs();
    const each = (now - this.#lookedAtMs) / Math.max(this.#running.size, 1);
    this.#lookedAtMs = now;
    for (const [decode, took] of this.#running) this.#running.set(decode, took + each);
  }
}

/** Of all threads of this process so far. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
