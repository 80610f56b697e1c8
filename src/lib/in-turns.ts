import { setImmediate } from "node:timers/promises";
import { systemClock } from "./clock.ts";
import type { Slices } from "./slices.ts";

/** All of it, one after another; others get their turn whenever so many milliseconds are over. */
export async function inTurns<Result>(slices: Slices<Result>, turnMs: number): Promise<Result> {
  for (;;) {
    const endMs = systemClock.monotonic() + turnMs;
    do {
      const slice = slices.next();
      if (slice.done) return slice.value;
    } while (systemClock.monotonic() < endMs);
    await setImmediate();
  }
}
