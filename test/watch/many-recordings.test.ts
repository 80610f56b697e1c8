import { expect, test } from "bun:test";
import { lookAtMany } from "./many-recordings.ts";

/** `bun run bench:watch` looks at 100,000. */
const COUNT = 300;

test("each of many recordings in a folder gets its turn and one result, those that are the same too", async () => {
  const { recognized, results } = await lookAtMany(COUNT, { takeAll: true });
  expect(recognized).toEqual(Array(COUNT).fill(1));
  expect(results).toBe(COUNT);
});
