import { expect, test } from "bun:test";
import { EventQueue } from "./event-queue.ts";

test("all is read in order, before and after it is said, then it is over", async () => {
  const queue = new EventQueue<number>();
  queue.push(1);
  const read = Array.fromAsync(queue);
  await Bun.sleep(0);
  queue.push(2);
  queue.push(3);
  queue.end();
  queue.push(4);
  expect(await read).toEqual([1, 2, 3]);
});

test("a fault comes after all that was said before it", async () => {
  const queue = new EventQueue<number>();
  const read: number[] = [];
  queue.push(1);
  queue.fail(new Error("over"));
  const reading = (async () => {
    for await (const item of queue) read.push(item);
  })();
  expect(await reading.catch(String)).toBe("Error: over");
  expect(read).toEqual([1]);
});
