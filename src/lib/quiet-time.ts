/**
 * How long a child process could have got on and did not. While it is ready to run and others have the processor it
 * cannot: a busy machine is no reason to take it for hung.
 */
import { systemClock } from "./clock.ts";
import { ownProcessorMs, threadStates } from "./processes.ts";

export interface ProcessLook {
  /** Processor time of all its threads so far. */
  cpuMs: number;
  /** Whether one of its threads runs or would, if it got a processor. */
  isRunnable: boolean;
  /** Whether one waits for the disk. */
  isReading: boolean;
}

/** Of the time, what a process works that only shows that it is there. */
const ASLEEP_SHARE = 0.05;

export class QuietTime {
  readonly #lookAt: () => ProcessLook;
  readonly #cpuMsNow: () => number;
  readonly #mostAtOnceMs: number;
  #ms = 0;
  #asleepMs = 0;
  #seenAtMs = systemClock.monotonic();
  #cpuMs: number;
  /** Whether there was a sign since the last look. */
  #signed = false;

  /**
   * @param mostAtOnceMs counts between two looks: of what passed while this process itself, or the machine, stood still
   * nobody knows.
   */
  constructor(pid: number, mostAtOnceMs: number, lookAt?: () => ProcessLook) {
    this.#lookAt = lookAt ?? (() => lookAtProcess(pid));
    this.#cpuMsNow = lookAt ? () => lookAt().cpuMs : () => ownProcessorMs(pid);
    this.#mostAtOnceMs = mostAtOnceMs;
    this.#cpuMs = this.#cpuMsNow();
  }

  /** Since the last sign, as of the last look. */
  get ms(): number {
    return this.#ms;
  }

  /** Of that, how long it has now done nothing at all: neither worked nor waited for a processor or the disk. */
  get asleepMs(): number {
    return this.#asleepMs;
  }

  /** It got on: counting begins anew. */
  sign(): void {
    this.#ms = 0;
    this.#asleepMs = 0;
    this.#signed = true;
  }

  /** From here on time counts again. */
  resume(): void {
    this.#seenAtMs = systemClock.monotonic();
  }

  /**
   * Counts its processor time since the last look, or the time that passed if it sleeps now. After a sign it begins to count
   * here, so that the states of all threads are not read while it gets on. @returns `ms`.
   */
  look(): number {
    if (this.#signed) {
      [this.#signed, this.#cpuMs, this.#seenAtMs] = [false, this.#cpuMsNow(), systemClock.monotonic()];
      return this.#ms;
    }
    const { cpuMs, isRunnable, isReading } = this.#lookAt();
    const nowMs = systemClock.monotonic();
    const worked = Math.max(0, cpuMs - this.#cpuMs);
    const passed = Math.min(nowMs - this.#seenAtMs, this.#mostAtOnceMs);
    this.#ms += isRunnable ? worked : Math.max(worked, passed);
    const isAsleep = !isRunnable && !isReading && worked <= passed * ASLEEP_SHARE;
    this.#asleepMs = isAsleep ? this.#asleepMs + passed : 0;
    [this.#cpuMs, this.#seenAtMs] = [cpuMs, nowMs];
    return this.#ms;
  }
}

/** One that has ended sleeps. */
export function lookAtProcess(pid: number): ProcessLook {
  const states = threadStates(pid);
  return {
    cpuMs: ownProcessorMs(pid),
    isRunnable: states.includes("R"),
    isReading: states.includes("D"),
  };
}
