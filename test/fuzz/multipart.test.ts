import { expect, test } from "bun:test";
import { fuzzMultipart } from "./multipart.ts";

test("a slice of the fuzzing of multipart bodies", async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`fuzz:multipart 200 ${seed}`);
  const statuses = await fuzzMultipart(200, seed);
  // The damage must be neither without effect nor so heavy that only one answer is left.
  expect(Object.keys(statuses).length).toBeGreaterThanOrEqual(3);
}, 300_000);
