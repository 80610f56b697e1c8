import { expect, test } from "bun:test";
import { numbersTo, recognized, TestCluster } from "../support/worker-cluster.ts";

test("a recording is recognized on a worker", async () => {
  await using cluster = new TestCluster();
  await cluster.ready();
  expect(cluster.cluster.workers()).toMatchObject([{ name: "one", state: "ready", problem: null }]);
  expect(await recognized(cluster.hosts(), 300)).toEqual(numbersTo(300));
});
