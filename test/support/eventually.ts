/**
 * Waiting for what comes a moment later. A page, a server or a process that got a request is not done when the
 * request returns; on a busy machine, it is far from done.
 */
import { expect } from "bun:test";

/** Far past what the busiest machine takes, and short of what a test may take (`scripts/test.ts`). */
export const PATIENCE_MS = 120_000;
const BETWEEN_MS = 20;
/** The longer something takes, the less often it is read: a caller may ask a server only so often in a minute. */
const BETWEEN_SHARE = 0.1;
const BETWEEN_MOST_MS = 500;

/**
 * Reads again and again until it is what is expected, as `toEqual` compares. For what comes; that something does not come
 * shows only after an event that comes later than it would.
 * @throws what `expect` says of the last reading, or the last fault of reading.
 */
export async function eventually<T>(read: () => T | Promise<T>, expected: NoInfer<T>): Promise<void> {
  const begin = performance.now();
  let found = await read();
  for (let passed = 0; !Bun.deepEquals(found, expected) && passed < PATIENCE_MS; ) {
    await Bun.sleep(Math.min(BETWEEN_MS + passed * BETWEEN_SHARE, BETWEEN_MOST_MS));
    found = await read();
    passed = performance.now() - begin;
  }
  expect<unknown>(found).toEqual(expected);
}
