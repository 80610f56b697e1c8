import { expect, test } from "bun:test";
import { BlockTurns } from "./block-turns.ts";

test("an account's uploads come one block in each turn of the event loop, another's at once", async () => {
  const turns = new BlockTurns();
  const order: string[] = [];
  const uploads = [1, 2, 3].map((n) => ({ n, turn: turns.begin("usr_a") }));
  const blocks = uploads.map(async ({ n, turn }) => {
    await turn.take();
    order.push(`a${n}`);
  });
  using other = turns.begin("usr_b");
  await other.take();
  order.push("b");
  for (const turn of ["first", "second"]) {
    await new Promise((resolve) => setImmediate(resolve));
    order.push(turn);
  }
  await Promise.all(blocks);
  expect(order.filter((each) => each !== "b")).toEqual(["a1", "a2", "first", "a3", "second"]);
  expect(order.indexOf("b")).toBeLessThan(order.indexOf("a2"));
});

test("a lone upload never waits, also where others of its account are over", async () => {
  const turns = new BlockTurns();
  {
    using one = turns.begin("usr_a");
    using two = turns.begin("usr_a");
    await Promise.all([one.take(), two.take()]);
  }
  using lone = turns.begin("usr_a");
  let waited = false;
  setImmediate(() => {
    waited = true;
  });
  for (let block = 0; block < 100; block += 1) await lone.take();
  expect(waited).toBe(false);
});
