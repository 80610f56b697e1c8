/** Work that would hold up everything else, in slices: a caller takes the next one when it has time. The browser's, too. */
export type Slices<Result> = Generator<void, Result>;

/** All of it at once, if nobody else waits. */
export function withoutPauses<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
  }
}
