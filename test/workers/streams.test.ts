import { expect, test } from "bun:test";
import { recognized, TestCluster } from "../support/worker-cluster.ts";

const numbersTo = (count: number) => Array.from({ length: count }, (_, n) => String(n));

test("a recording is recognized on a worker", async () => {
  await using cluster = new TestCluster();
  await cluster.tick();
  await cluster.tick();
  expect(cluster.cluster.workers()).toMatchObject([{ name: "one", state: "ready", problem: null }]);
  expect(await recognized(cluster.hosts(), 300)).toEqual(numbersTo(300));
});
