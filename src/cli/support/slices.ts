import { limits } from "../../config/limits.ts";
import type { Slices } from "../../lib/slices.ts";

/** The message if `reclaim` could not finish. */
export const NOT_RECLAIMED =
  "Another program is reading the database; the running server removes the rest from disk.";

/** Does all of it before it returns, with pauses in which a running server gets at the database. */
export function atOnce<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
    Bun.sleepSync(limits.commandErasurePauseMs);
  }
}
