import { readFileSync } from "node:fs";
import { uptime } from "node:os";

/** The clocks of the program. Tests hand in their own; nothing else may call `Date.now()`. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. May jump when an operator sets the machine's clock. */
  now(): number;
  /** Milliseconds from an arbitrary start that never run backwards: the only clock for durations and deadlines. */
  monotonic(): number;
  /** Milliseconds since the machine started, also those in which it slept. To the second. */
  uptime(): number;
  /**
   * `now()` for the age of what is stored: a jump forward does not count until the operator confirms it. Log-ins, keys
   * and tokens end by `now()`.
   */
  forAges(): number;
}

/** Knows of no jumps: for commands, which let nothing expire. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1000,
  forAges: () => Date.now(),
};

/** Another one after every start of the machine (random(4)). */
export function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** A point in time as it stands on the wire: ISO 8601, UTC, milliseconds. */
export function toIsoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
