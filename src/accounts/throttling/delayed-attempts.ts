import { limits } from "../../config/limits.ts";
import type { Clock } from "../../lib/clock.ts";
import { TiroError } from "../../lib/errors.ts";
import { personFault } from "../../lib/person-faults.ts";
import { FailureCounts } from "./failure-counts.ts";

export interface Backoff {
  /** So many may fail before anybody waits. */
  inARow: number;
  /** Each further one waits twice as long as the one before it. */
  firstMs: number;
  longestMs: number;
  /** So many may wait for one name. */
  waiting: number;
}

interface Waiter {
  go: () => void;
  giveUp: (reason: TiroError) => void;
}

/** Those who wait for one name, by the network that they come from. */
type Line = Map<string, Waiter[]>;

/**
 * Attempts that are made one after the other, with a pause between, once too many have failed. Nobody is refused for
 * what others did: networks take turns, so that a flood of one account holds up only its sender. If too many
 * wait, one of the network gives up of which most do.
 */
export class DelayedAttempts {
  readonly #backoff: Backoff;
  readonly #failures: FailureCounts;
  readonly #later: (run: () => void, ms: number) => void;
  readonly #lines = new Map<string, Line>();
  #waiting = 0;

  /** @param later runs something after a time; a timer but in tests. */
  constructor(clock: Clock, backoff: Backoff, later: (run: () => void, ms: number) => void = setTimeout) {
    this.#backoff = backoff;
    this.#failures = new FailureCounts(clock);
    this.#later = later;
  }

  /**
   * Waits for its turn, and counts as failed from then on.
   * @param network where it comes from.
   * @returns whether it had to wait.
   * @throws TiroError `rate_limit_exceeded` if too many wait.
   */
  async begin(name: string, network: string): Promise<boolean> {
    const waits = this.#lines.has(name) || this.#pauseMs(name) > 0;
    if (waits) await new Promise<void>((go, giveUp) => this.#join(name, network, { go, giveUp }));
    const steps = Math.log2(this.#backoff.longestMs / this.#backoff.firstMs);
    this.#failures.add(name, this.#backoff.inARow + steps);
    return waits;
  }

  /** It was no failure after all. */
  takeBack(name: string): void {
    this.#failures.takeBack(name);
  }

  /** The right one was found: what failed before does not count any more. */
  forget(name: string): void {
    this.#failures.forget(name);
  }

  #pauseMs(name: string): number {
    const { inARow, firstMs, longestMs } = this.#backoff;
    const tooMany = Math.floor(this.#failures.of(name)) - inARow;
    return tooMany < 0 ? 0 : Math.min(longestMs, firstMs * 2 ** tooMany);
  }

  #join(name: string, network: string, waiter: Waiter): void {
    if (this.#waiting >= limits.attemptsWaiting) {
      waiter.giveUp(this.#tooMany());
      return;
    }
    const line = this.#lines.get(name) ?? new Map<string, Waiter[]>();
    line.set(network, [...(line.get(network) ?? []), waiter]);
    this.#waiting++;
    if (sizeOf(line) > this.#backoff.waiting) this.#takeAny(line).giveUp(this.#tooMany());
    if (this.#lines.has(name)) return;
    this.#lines.set(name, line);
    this.#callNext(name, line);
  }

  #callNext(name: string, line: Line): void {
    this.#later(() => {
      const [network = ""] = line.keys();
      this.#take(line, network, 0).go();
      if (line.size === 0) this.#lines.delete(name);
      else this.#callNext(name, line);
    }, this.#pauseMs(name));
  }

  /** Anybody of a network of which most wait: waiting for longest, or coming last, must not be what counts. */
  #takeAny(line: Line): Waiter {
    const most = Math.max(...[...line.values()].map((waiters) => waiters.length));
    const networks = [...line.keys()].filter((network) => line.get(network)?.length === most);
    return this.#take(line, networks[Math.floor(Math.random() * networks.length)] ?? "", Math.random());
  }

  /** The one at this part of the network's own line; the network goes to the end. */
  #take(line: Line, network: string, part: number): Waiter {
    const waiters = line.get(network) ?? [];
    const [waiter] = waiters.splice(Math.floor(part * waiters.length), 1);
    line.delete(network);
    if (waiters.length > 0) line.set(network, waiters);
    this.#waiting--;
    return waiter as Waiter;
  }

  #tooMany(): TiroError {
    return new TiroError("rate_limit_exceeded", personFault("attempts_pause"), {
      retryAfterSeconds: this.#backoff.longestMs / 1000,
    });
  }
}

function sizeOf(line: Line): number {
  return [...line.values()].reduce((sum, waiters) => sum + waiters.length, 0);
}
