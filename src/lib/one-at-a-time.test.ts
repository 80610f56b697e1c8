import { expect, test } from "bun:test";
import { OneAtATime } from "./one-at-a-time.ts";

test("one goes on after the other has ended, however it ended, and so many may wait", async () => {
  const turns = new OneAtATime(2);
  const told: string[] = [];
  const first = Promise.withResolvers<void>();
  const failing = turns.run(async () => {
    told.push("first");
    await first.promise;
    throw new Error("of the first alone");
  });
  expect(turns.isFull).toBe(false);
  const second = turns.run(async () => told.push("second"));
  expect(turns.isFull).toBe(true);
  await Promise.resolve();
  expect(told).toEqual(["first"]);
  first.resolve();
  expect(failing).rejects.toThrow("of the first alone");
  await second;
  expect([told, turns.isFull]).toEqual([["first", "second"], false]);
});
