/** Others on the same broker: who listens, who repeats, who has a worker's credentials, and who has all of its keys. */
import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { limits } from "../../src/config/limits.ts";
import { encodeHello, NONCE_BYTES } from "../../src/engine/workers/messages.ts";
import { subjectsOf } from "../../src/engine/workers/names.ts";
import { freshKey } from "../../src/engine/workers/sealing.ts";
import { numbersTo, recognized, sealingPair, settle, TestCluster } from "../support/worker-cluster.ts";

const SECONDS = 20;
const { toWorker, fromWorker } = subjectsOf("tiro", "one");

test("who listens to everything reads neither audio nor text nor what a worker has", async () => {
  await using cluster = new TestCluster();
  await cluster.ready();
  const marker = "a marker in a manifest";
  cluster.pack.manifest = JSON.stringify({ marker });
  cluster.workers[0]?.agent.announce();
  await cluster.tickUntil(() => cluster.view().packs[0]?.manifest.includes(marker) ?? false);
  expect(await recognized(cluster.hosts(), 300)).toEqual(numbersTo(300));
  const all = Buffer.concat(cluster.bus.recorded.map(({ message }) => message));
  // Second 77 of the recording, and what it is recognized as.
  const audio = Buffer.from(new Int16Array(50).fill(77).buffer);
  for (const secret of [marker, "numbers@1", '"text"', '"pieces"', audio])
    expect(all.includes(secret)).toBe(false);
  expect(all.byteLength).toBeGreaterThan(300 * 32_000);
});

test("whatever was said is repeated, and nothing comes of it", async () => {
  await using cluster = new TestCluster();
  await cluster.ready();
  await recognized(cluster.hosts(), SECONDS);
  const recorded = [...cluster.bus.recorded];
  const repeat = () => {
    for (const { subject, message } of recorded) cluster.bus.publish(subject, message);
  };
  const work = recognized(cluster.hosts(), 300);
  await settle();
  repeat();
  expect(await cluster.finish(work)).toEqual(numbersTo(300));
  repeat();
  await settle();
  expect(cluster.view()).toMatchObject({
    state: "ready",
    problem: null,
    streams: 0,
    figures: { lostStreams: 0 },
  });
  expect(cluster.workers[0]?.agent.status).toMatchObject({ isLinked: true, streams: 0 });
});

test("a recording that is changed on its way is as good as lost", async () => {
  await using cluster = new TestCluster(["one", "two"]);
  await cluster.ready();
  await cluster.ready("two");
  let changed = 0;
  cluster.bus.fateOf = (subject, message) => {
    // The fifth message of a stream, which is audio.
    if (subject.endsWith(".in") && message.byteLength > 30_000 && ++changed === 5)
      message[5_000] = (message[5_000] ?? 0) ^ 1;
    return "arrives";
  };
  expect(await cluster.finish(recognized(cluster.hosts(), SECONDS))).toEqual(numbersTo(SECONDS));
  expect(cluster.view("one").figures.lostStreams + cluster.view("two").figures.lostStreams).toBe(1);
});

describe("a worker's credentials for the broker, without its sealing key", () => {
  test("neither take its work nor disturb it", async () => {
    await using cluster = new TestCluster();
    await cluster.ready();
    const thief = cluster.addWorker("one", sealingPair());
    const work = recognized(cluster.hosts(), 300);
    expect(await cluster.finish(work)).toEqual(numbersTo(300));
    await cluster.tick();
    expect(cluster.view()).toMatchObject({ state: "ready", problem: null, figures: { lostStreams: 0 } });
    expect(thief.agent.status.isLinked).toBe(false);
  });

  test("get nothing if the worker is not there, either", async () => {
    await using cluster = new TestCluster([]);
    cluster.registered.push({ name: "one", sealingKey: sealingPair().publicKey, isDraining: false });
    cluster.cluster.setWorkers(cluster.registered);
    const thief = cluster.addWorker("one", sealingPair());
    for (let beat = 0; beat < 10; beat++) await cluster.tick();
    expect(cluster.view()).toMatchObject({ state: "unseen", packs: [] });
    expect(thief.agent.status.isLinked).toBe(false);
  });

  test.each([toWorker, fromWorker])("make noise on %s, which nobody understands", async (subject) => {
    await using cluster = new TestCluster();
    await cluster.ready();
    const work = recognized(cluster.hosts(), 300);
    const heard = cluster.bus.recorded.filter((each) => each.subject === subject);
    for (const { message } of heard)
      for (const at of [0, 1, 5, 10, 14, 20, message.byteLength - 1]) {
        const noise = Uint8Array.from(message);
        noise[at] = (noise[at] ?? 0) ^ 0xff;
        cluster.bus.publish(subject, noise);
        cluster.bus.publish(subject, noise.subarray(0, at));
      }
    cluster.bus.publish(subject, new Uint8Array(limits.workerMessageBytes + 1));
    expect(await cluster.finish(work)).toEqual(numbersTo(300));
    expect(cluster.view()).toMatchObject({ state: "ready", problem: null });
  });
});

describe("a worker's whole folder on another machine", () => {
  test("is refused with a sentence as long as the worker is there, and takes over when it is gone", async () => {
    await using cluster = new TestCluster();
    await cluster.ready();
    const [one] = cluster.workers;
    const copy = cluster.addWorker("one", one?.keys ?? sealingPair());
    await cluster.tickUntil(() => copy.agent.status.refused !== null);
    expect(copy.agent.status.refused).toContain("Run each worker on one machine only");
    expect(cluster.view()).toMatchObject({ state: "ready" });
    expect(cluster.view().problem).toContain("second program");
    expect(await cluster.finish(recognized(cluster.hosts(), SECONDS))).toEqual(numbersTo(SECONDS));
    expect(one?.agent.status).toMatchObject({ isLinked: true, refused: null });
    cluster.crash(0);
    await cluster.tickUntil(() => copy.agent.status.refused === null);
    await cluster.ready();
    expect(cluster.view().problem).toBeNull();
    expect(await cluster.finish(recognized(cluster.hosts(), SECONDS))).toEqual(numbersTo(SECONDS));
  });
});

describe("another machine with an API on the same broker", () => {
  test("that has not the key gets no worker", async () => {
    await using cluster = new TestCluster();
    await cluster.ready();
    const other = cluster.openApi(sealingPair());
    const work = recognized(cluster.hosts(), 300);
    expect(await cluster.finish(work)).toEqual(numbersTo(300));
    for (let beat = 0; beat < 10; beat++) await cluster.tick();
    expect(other.cluster.workers()).toMatchObject([{ state: "unseen", packs: [] }]);
    expect(cluster.view()).toMatchObject({ state: "ready", figures: { lostStreams: 0 } });
  });

  test("that is a copy of the first does not take its workers away", async () => {
    await using cluster = new TestCluster();
    await cluster.ready();
    const copy = cluster.openApi();
    const work = recognized(cluster.hosts(), 300);
    expect(await cluster.finish(work)).toEqual(numbersTo(300));
    for (let beat = 0; beat < 10; beat++) await cluster.tick();
    expect(copy.cluster.workers()).toMatchObject([{ state: "unseen" }]);
    expect(cluster.view()).toMatchObject({ state: "ready", figures: { lostStreams: 0 } });
  });
});

test("however many say hello, only so many links are made in the time of a beat", async () => {
  await using cluster = new TestCluster();
  await cluster.ready();
  await settle();
  const before = cluster.bus.recorded.length;
  for (let n = 0; n < 100; n++) {
    const hello = { workerFresh: freshKey().publicBytes, nonce: randomBytes(NONCE_BYTES) };
    cluster.bus.publish(fromWorker, encodeHello(hello));
  }
  cluster.bus.publish(
    fromWorker,
    encodeHello({ workerFresh: Buffer.alloc(32), nonce: Buffer.alloc(NONCE_BYTES) }),
  );
  await settle();
  const links = cluster.bus.recorded.slice(before).filter(({ subject }) => subject === toWorker);
  // Beside the one that is made.
  expect(links).toHaveLength(limits.workerRuns - 1);
  expect(await cluster.finish(recognized(cluster.hosts(), SECONDS))).toEqual(numbersTo(SECONDS));
});

describe("a flood", () => {
  const floodWith = (cluster: TestCluster, messages: number, bytes = 10) => {
    for (let n = 0; n < messages; n++) cluster.bus.publish(fromWorker, new Uint8Array(bytes));
  };

  test.each([
    ["messages", 3 * limits.workerMessagesPerSecond, 10],
    ["bytes", Math.floor((3 * limits.workerBytesPerSecond) / 250_000), 250_000],
  ])("of %s: the worker is not listened to for a while, and others do its work", async (_, most, bytes) => {
    await using cluster = new TestCluster(["one", "two"]);
    await cluster.ready("one");
    await cluster.ready("two");
    // As if it had been quiet for long: what may come at once is all there.
    cluster.clock.nowMs += 10_000;
    floodWith(cluster, most - 10, bytes);
    await cluster.tick();
    expect(cluster.view().state).toBe("ready");
    floodWith(cluster, 100, bytes);
    await settle();
    cluster.clock.nowMs += 10;
    floodWith(cluster, most, bytes);
    await settle();
    expect(cluster.view()).toMatchObject({ state: "refused", streams: 0 });
    expect(cluster.view().problem).toContain("more than any worker needs to");
    expect(await cluster.finish(recognized(cluster.hosts(), SECONDS))).toEqual(numbersTo(SECONDS));
    cluster.clock.nowMs += limits.workerFloodPauseMs;
    await cluster.ready("one");
  });
});

test.each([
  "",
  "a.b",
  "*",
  ">",
  "../x",
  "a b",
  "a\nlevel=info",
  "A",
  "-a",
  "a-",
  "a".repeat(limits.workerNameChars + 1),
])("%p is no worker's name", (name) => {
  expect(() => subjectsOf("tiro", name)).toThrow();
  expect(() => subjectsOf(name, "one")).toThrow();
});

test("the longest name is one", () => {
  const name = "a".repeat(limits.workerNameChars);
  expect(subjectsOf("tiro", name).toWorker).toBe(`tiro.w.${name}.in`);
});
