/** The real host, killed in mid-stream. */
import { expect, test } from "bun:test";
import { killWhileSpoken } from "./live-kills.ts";

test("60 times kill -9 at random moments while three people speak: every word comes out once", async () => {
  const seed = Math.floor(Math.random() * 1e9);
  console.log(`seed ${seed}`);
  expect(await killWhileSpoken(60, seed)).toBeGreaterThanOrEqual(60);
}, 900_000);
