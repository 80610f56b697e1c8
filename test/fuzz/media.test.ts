import { expect, test } from "bun:test";
import { fuzzMedia } from "./media-run.ts";

/** A slice of `bun run fuzz:media`. */
test("damaged media files end with a result or a typed error, and leave nothing behind", async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`media fuzz seed: ${seed}`);
  const { faults, outcomes } = await fuzzMedia({ seed, files: 30, kinds: 12 });
  expect(faults).toEqual([]);
  expect(Object.values(outcomes).reduce((total, count) => total + count, 0)).toBe(30);
}, 300_000);
