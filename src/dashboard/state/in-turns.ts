/** Does long work in steps: the page stays usable meanwhile. */
import type { Slices } from "../../lib/slices.ts";

/** So long is the page held up at once. */
const TURN_MS = 20;

export async function inTurns<Result>(slices: Slices<Result>): Promise<Result> {
  for (;;) {
    const endMs = performance.now() + TURN_MS;
    do {
      const slice = slices.next();
      if (slice.done) return slice.value;
    } while (performance.now() < endMs);
    await new Promise((resolve) => setTimeout(resolve));
  }
}
