/** A network that fails often, with the real recognizer. `bun test/realtime/network-drops.ts 200` does it more often. */
import { expect, test } from "bun:test";
import { dropWhileSpoken } from "./network-drops.ts";

test("connections are cut at random moments while somebody speaks: every word comes once, and is counted once", async () => {
  const seed = Math.floor(Math.random() * 1e9);
  console.log(`seed ${seed}`);
  expect(await dropWhileSpoken(4, seed)).toBeGreaterThanOrEqual(4);
}, 900_000);
