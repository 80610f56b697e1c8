import { expect, test } from "bun:test";
import type { Lane } from "../engine.ts";
import type { Decoded } from "./backends/backend.ts";
import { DecodeQueue } from "./decode-queue.ts";

const NOTHING: Decoded = { language: null, text: "", tokens: [], timestamps: [], durations: [] };

/** Decodes that end on demand. */
function bench(parallel: number) {
  const queue = new DecodeQueue(parallel);
  const begun: string[] = [];
  const ended: string[] = [];
  const finish = new Map<string, (fault?: Error) => void>();
  const owner = {};
  const add = (name: string, lane: Lane, of: object = owner) =>
    queue.add({
      lane,
      owner: of,
      prepare: () => () => {
        begun.push(name);
        const { promise, resolve, reject } = Promise.withResolvers<Decoded>();
        finish.set(name, (fault) => (fault ? reject(fault) : resolve(NOTHING)));
        return promise;
      },
      done: () => ended.push(name),
      failed: (fault) => ended.push(`${name}: ${(fault as Error).message}`),
    });
  const end = async (name: string, fault?: Error) => {
    finish.get(name)?.(fault);
    await Bun.sleep(0);
  };
  return { queue, begun, ended, add, end, owner };
}

test("no more run than may, and the next begins when one ends", async () => {
  const { queue, begun, add, end } = bench(2);
  for (const name of ["a", "b", "c", "d"]) add(name, "batch");
  expect(begun).toEqual(["a", "b"]);
  await end("b");
  expect(begun).toEqual(["a", "b", "c"]);
  await end("a");
  await end("c");
  expect(queue.idle).toBe(false);
  await end("d");
  expect(queue.idle).toBe(true);
});

test("recordings take turns: one with many pieces delays another by one of them", async () => {
  const { begun, add, end } = bench(1);
  const [long, short] = [{}, {}];
  for (const name of ["long 1", "long 2", "long 3", "long 4"]) add(name, "batch", long);
  for (const name of ["short 1", "short 2"]) add(name, "batch", short);
  for (const name of ["long 1", "long 2", "long 3", "short 1", "long 4"]) await end(name);
  // The second is prepared and the third is next in line when the short one comes.
  expect(begun).toEqual(["long 1", "long 2", "long 3", "short 1", "long 4", "short 2"]);
});

test("an interactive decode never waits behind batch decodes", async () => {
  const { begun, add, end } = bench(1);
  add("batch 1", "batch");
  add("batch 2", "batch");
  add("dictation 1", "interactive");
  expect(begun).toEqual(["batch 1", "dictation 1"]);
  add("dictation 2", "interactive");
  expect(begun).toHaveLength(2);
  await end("batch 1");
  expect(begun).toEqual(["batch 1", "dictation 1", "dictation 2"]);
});

test("a failed decode is told and frees its place", async () => {
  const { ended, begun, add, end } = bench(1);
  add("a", "batch");
  add("b", "batch");
  await end("a", new Error("no"));
  expect(ended).toEqual(["a: no"]);
  expect(begun).toEqual(["a", "b"]);
});

test("what waits of a recording that is given up never begins", async () => {
  const { queue, begun, add, end, owner } = bench(1);
  const other = {};
  add("a", "batch");
  add("b", "batch");
  add("c", "batch", other);
  queue.drop(owner);
  await end("a");
  expect(begun).toEqual(["a", "c"]);
});
