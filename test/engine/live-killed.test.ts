/** The real host, killed in mid-stream. `bun test/engine/live-kills.ts 200` does it more often. */
import { expect, test } from "bun:test";
import { killWhileSpoken } from "./live-kills.ts";

test("6 times kill -9 at random moments while three people speak: every word comes out once", async () => {
  const seed = Math.floor(Math.random() * 1e9);
  console.log(`seed ${seed}`);
  expect(await killWhileSpoken(6, seed)).toBeGreaterThanOrEqual(6);
}, 900_000);
