/** The clocks of the program. Tests hand in their own; nothing else may call `Date.now()`. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. May jump when an operator sets the machine's clock. */
  now(): number;
  /** Milliseconds from an arbitrary start that never run backwards: the only clock for durations and deadlines. */
  monotonic(): number;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** A point in time as it stands on the wire: ISO 8601, UTC, milliseconds. */
export function toIsoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
