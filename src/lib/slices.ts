/** Work that would hold up everything else in this process, in slices: a caller takes the next one when it has time. */
import { setImmediate } from "node:timers/promises";
import { systemClock } from "./clock.ts";

export type Slices<Result> = Generator<void, Result>;

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

/** All of it at once, where nobody else waits. */
export function withoutPauses<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
  }
}
