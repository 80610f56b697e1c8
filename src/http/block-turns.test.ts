import { expect, test } from "bun:test";
import { BlockTurns } from "./block-turns.ts";

test("an account's blocks come one in each turn of the event loop, another's at once", async () => {
  const turns = new BlockTurns();
  const order: string[] = [];
  const blocks = [1, 2, 3].map(async (n) => {
    await turns.take("usr_a");
    order.push(`a${n}`);
  });
  await turns.take("usr_b");
  order.push("b");
  for (const turn of ["first", "second"]) {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(turn);
  }
  await Promise.all(blocks);
  expect(order).toEqual(["a1", "b", "a2", "first", "a3", "second"]);
});

test("who comes after all is done waits for nobody", async () => {
  const turns = new BlockTurns();
  await turns.take("usr_a");
  await new Promise((resolve) => setImmediate(resolve));
  let ran = false;
  void turns.take("usr_a").then(() => {
    ran = true;
  });
  await Promise.resolve();
  await Promise.resolve();
  expect(ran).toBe(true);
});
