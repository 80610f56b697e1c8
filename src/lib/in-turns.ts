import { setImmediate, setTimeout } from "node:timers/promises";
import { systemClock } from "./clock.ts";
import type { Slices } from "./slices.ts";

/** All of it, with a rest after each slice; null if its owner ends meanwhile. */
export async function withRests<Result>(
  slices: Slices<Result>,
  restMs: number,
  hasEnded: () => boolean,
): Promise<Result | null> {
  while (!hasEnded()) {
    const slice = slices.next();
    if (slice.done) return slice.value;
    await setTimeout(restMs);
  }
  return null;
}

/**
 * All of it, one after another; others get their turn whenever so many milliseconds are over.
 * @param restMs nothing is done for so long then. A request takes several turns of the event loop: those of work that
 *   never rests would add up in each.
 */
export async function inTurns<Result>(slices: Slices<Result>, turnMs: number, restMs = 0): Promise<Result> {
  for (;;) {
    const endMs = systemClock.monotonic() + turnMs;
    do {
      const slice = slices.next();
      if (slice.done) return slice.value;
    } while (systemClock.monotonic() < endMs);
    await (restMs > 0 ? setTimeout(restMs) : setImmediate());
  }
}
