import { expect, test } from "bun:test";
import type { Lane } from "../../../engine.ts";
import { Batcher } from "./batcher.ts";

/** Batches that end on demand. */
function bench(most: number) {
  const batches: string[][] = [];
  const finish: ((fault?: Error) => void)[] = [];
  const batcher = new Batcher<string>(most, (items) => {
    batches.push(items);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    finish.push((fault) => (fault ? reject(fault) : resolve()));
    return promise;
  });
  const add = (name: string, length = 10, lane: Lane = "batch") => batcher.add(name, lane, length);
  const turn = () => Bun.sleep(0);
  return { batches, finish, add, turn };
}

test("what waits together is decoded together, up to the most, two batches at once", async () => {
  const { batches, finish, add, turn } = bench(2);
  const added = ["a", "b", "c", "d", "e"].map((name) => add(name));
  await turn();
  expect(batches).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
  finish[0]?.();
  await Promise.all(added.slice(0, 2));
  await turn();
  expect(batches.at(-1)).toEqual(["e"]);
  finish[1]?.();
  finish[2]?.();
  await Promise.all(added);
});

test("nothing waits for company", async () => {
  const { batches, add, turn } = bench(16);
  void add("alone");
  await turn();
  expect(batches).toEqual([["alone"]]);
});

test("pieces of unlike length are not padded to each other, and the one that waits longest goes first", async () => {
  const { batches, finish, add, turn } = bench(8);
  for (const [name, length] of [
    ["long", 100],
    ["short", 10],
    ["long too", 80],
    ["shorter", 8],
    ["shortest", 5],
  ] as const)
    void add(name, length);
  await turn();
  expect(batches).toEqual([
    ["long", "long too"],
    ["short", "shorter"],
  ]);
  finish[0]?.();
  await turn();
  expect(batches.at(-1)).toEqual(["shortest"]);
});

test("an interactive piece is in the next batch", async () => {
  const { batches, finish, add, turn } = bench(1);
  for (const name of ["a", "b", "c"]) void add(name);
  await turn();
  void add("dictation", 3, "interactive");
  finish[0]?.();
  await turn();
  expect(batches).toEqual([["a"], ["b"], ["dictation"]]);
});

test("a batch that fails is told to all in it, and the next goes on", async () => {
  const { batches, finish, add, turn } = bench(2);
  const [a, b, c] = [add("a"), add("b"), add("c")].map((each) => each.catch((fault: Error) => fault.message));
  await turn();
  finish[0]?.(new Error("no"));
  finish[1]?.();
  expect(await Promise.all([a, b, c])).toEqual(["no", "no", undefined]);
  expect(batches).toHaveLength(2);
});
