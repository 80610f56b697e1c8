/** Workers come, go, are drained, upgraded and revoked, while they work. */
import { describe, expect, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import { encodeFrame, FRAME, type Opening, settledSchema } from "../../src/engine/protocol.ts";
import type { OpenOnWorker } from "../../src/engine/workers/agent-stream.ts";
import { worksWith } from "../../src/engine/workers/releases.ts";
import type { AnnouncedPack } from "../../src/engine/workers/views.ts";
import { systemClock } from "../../src/lib/clock.ts";
import {
  numbersHost,
  numbersTo,
  opening,
  recognized,
  settle,
  TestCluster,
} from "../support/worker-cluster.ts";

const SECONDS = 20;
const never = new AbortController().signal;

/** Takes streams and says nothing. */
const idleHost: OpenOnWorker = async () => ({ id: 1, send() {}, end() {}, abort() {} });

const LIVE = {
  settings: { language: null, hotwords: [], phrases: [], endpointing: null, holdBackMs: 0, partials: false },
  utterance: 0,
  begun: null,
  said: [],
};

/** How streams of a cluster end. */
function ends() {
  const ended: string[] = [];
  const listener = {
    settled() {},
    done: () => ended.push("done"),
    gone: (reason: string, planned: boolean) => ended.push(`${planned ? "planned" : "lost"}: ${reason}`),
  };
  return { ended, listener };
}

describe("a worker that goes", () => {
  test("by itself finishes what it has, takes no more, and gives up live streams at once", async () => {
    await using cluster = new TestCluster(["one"], { openStream: idleHost });
    await cluster.ready();
    const [one] = cluster.workers;
    const { ended, listener } = ends();
    const hosts = cluster.hosts();
    const recording = await hosts.open(opening(), listener, never);
    await hosts.open(opening({ lane: "interactive", live: LIVE }), listener, never);
    await settle();
    let drained = false;
    void one?.agent.drain().then(() => {
      drained = true;
    });
    await settle();
    expect(cluster.view()).toMatchObject({ state: "draining", streams: 1 });
    expect(ended).toEqual(["planned: the worker one: takes no more work"]);
    expect(hosts.load("batch")).toBeNull();
    await cluster.tick();
    expect(drained).toBe(false);
    recording.abort();
    await settle();
    expect(drained).toBe(true);
    await one?.agent.close();
    await settle();
    expect(cluster.view()).toMatchObject({ state: "lost", streams: 0 });
  });

  test("by the registry's word is drained, resumed, and revoked with its streams", async () => {
    await using cluster = new TestCluster(["one"], { openStream: idleHost });
    await cluster.ready();
    const { ended, listener } = ends();
    const hosts = cluster.hosts();
    await hosts.open(opening(), listener, never);
    const drain = (isDraining: boolean) =>
      cluster.cluster.setWorkers(cluster.registered.map((each) => ({ ...each, isDraining })));
    drain(true);
    expect(cluster.view()).toMatchObject({ state: "draining", streams: 1 });
    drain(false);
    expect(cluster.view().state).toBe("ready");
    cluster.cluster.setWorkers([]);
    expect(ended).toEqual(["planned: the worker one: belongs to this cluster no more"]);
    expect(cluster.cluster.workers()).toEqual([]);
    // Its later words are nobody's.
    await cluster.tick();
    expect(hosts.state).toBe("restarting");
  });

  test("without a word is lost after three beats that did not come, and its work goes elsewhere", async () => {
    await using cluster = new TestCluster(["one"], { openStream: idleHost });
    await cluster.ready();
    const work = recognized(cluster.hosts(), SECONDS);
    await settle();
    cluster.crash(0);
    for (let beat = 0; beat < limits.workerLostBeats; beat++) await cluster.tick();
    expect(cluster.view().state).toBe("ready");
    await cluster.tick();
    expect(cluster.view()).toMatchObject({ state: "lost", figures: { lostStreams: 1 } });
    cluster.register("two", { openStream: numbersHost() });
    expect(await cluster.finish(work)).toEqual(numbersTo(SECONDS));
  });

  test("beside the API machine: a worker drops the streams of one that is not heard of any more", async () => {
    let aborted = 0;
    const openStream: OpenOnWorker = async () => ({ id: 1, send() {}, end() {}, abort: () => aborted++ });
    await using cluster = new TestCluster(["one"], { openStream });
    await cluster.ready();
    await cluster.hosts().open(opening(), ends().listener, never);
    await settle();
    cluster.broker.cut();
    const [one] = cluster.workers;
    for (let beat = 0; beat < limits.workerLostBeats; beat++) one?.tick();
    expect(aborted).toBe(0);
    one?.tick();
    expect(aborted).toBe(1);
    expect(one?.agent.status).toMatchObject({ isLinked: false, streams: 0 });
  });
});

test("an API end that begins anew has the workers back, and its predecessor's streams are over", async () => {
  let aborted = 0;
  const openStream: OpenOnWorker = async () => ({ id: 1, send() {}, end() {}, abort: () => aborted++ });
  await using cluster = new TestCluster(["one"], { openStream });
  await cluster.ready();
  await cluster.hosts().open(opening(), ends().listener, never);
  await settle();
  cluster.restartApi();
  await cluster.ready();
  expect(aborted).toBe(1);
  expect(cluster.workers[0]?.agent.status).toMatchObject({ isLinked: true, streams: 0 });
});

test("an API end that ends says so, and the worker is free at once", async () => {
  await using cluster = new TestCluster();
  await cluster.ready();
  await cluster.cluster.close();
  await settle();
  expect(cluster.workers[0]?.agent.status.isLinked).toBe(false);
  cluster.restartApi();
  await settle();
  expect(cluster.view().state).toBe("ready");
});

test("clocks an hour apart do nothing but show", async () => {
  const clock = { ...systemClock, now: () => systemClock.now() + 3_600_000 };
  await using cluster = new TestCluster(["one"], { clock });
  await cluster.ready();
  expect(await recognized(cluster.hosts(), SECONDS)).toEqual(numbersTo(SECONDS));
  expect(cluster.view().skewSeconds).toBeCloseTo(3_600, -1);
});

const settled = { untilSample: 1, speechSamples: 0, pieces: [] };

test.each([".in", ".out"])("the last message on %s is lost: two beats later everybody knows", async (way) => {
  const openStream: OpenOnWorker = async (_pack, _checksum, _opening, listener) => ({
    ...{ id: 1, end() {}, abort() {} },
    send: () => listener.settled(settled),
  });
  await using cluster = new TestCluster(["one"], { openStream });
  await cluster.ready();
  const { ended, listener } = ends();
  const stream = await cluster.hosts().open(opening(), listener, never);
  await settle();
  cluster.bus.fateOf = (subject) => (subject.endsWith(way) ? "is lost" : "arrives");
  stream.send(encodeFrame(FRAME.audio, 0, new Uint8Array(2)));
  await settle();
  cluster.bus.fateOf = () => "arrives";
  for (let beats = 0; beats < 2; beats++) await cluster.tick();
  expect(ended).toEqual(["lost: the worker one: the last message was lost on its way"]);
});

test("a worker without a pack is there, and says that it has none until it has", async () => {
  const packs: AnnouncedPack[] = [];
  await using cluster = new TestCluster(["one"], { packs: () => packs });
  await cluster.ready();
  expect(cluster.view().problem).toContain("offers no pack");
  expect(cluster.hosts().state).toBe("restarting");
  packs.push(cluster.pack);
  cluster.workers[0]?.agent.announce();
  await cluster.tickUntil(() => cluster.view().packs.length > 0);
  expect([cluster.view().problem, cluster.hosts().state]).toEqual([null, "ready"]);
});

test("a pack that is replaced while it works: what was begun is finished, and no more of it begins", async () => {
  await using cluster = new TestCluster(["one"], { openStream: idleHost });
  await cluster.ready();
  const hosts = cluster.hosts();
  const { ended, listener } = ends();
  await hosts.open(opening(), listener, never);
  cluster.pack.checksum = "ef".repeat(32);
  cluster.workers[0]?.agent.announce();
  await cluster.tickUntil(() => hosts.state !== "ready");
  expect(cluster.view().streams).toBe(1);
  expect(ended).toEqual([]);
  expect(cluster.hosts().state).toBe("ready");
});

test("who lost a recording is asked last for a while", async () => {
  const say = { reason: "x".repeat(limits.workerReasonChars + 1) };
  const openStream: OpenOnWorker = async () => {
    throw new Error(say.reason);
  };
  await using cluster = new TestCluster(["one"], { openStream });
  await cluster.ready("one");
  const hosts = cluster.hosts();
  const { ended, listener } = ends();
  await hosts.open(opening(), listener, never);
  await settle();
  const lostAtMs = cluster.clock.nowMs;
  cluster.register("two", { openStream: idleHost });
  await cluster.ready("two");
  expect(ended).toEqual([`lost: the worker one: ${"x".repeat(limits.workerReasonChars)}`]);
  const openedOn = async () => {
    await hosts.open(opening(), listener, never);
    await settle();
    return [cluster.view("one").figures.lostStreams, cluster.view("two").streams];
  };
  expect(await openedOn()).toEqual([1, 1]);
  cluster.clock.nowMs = lostAtMs + limits.workerAvoidedMs - 1;
  expect(await openedOn()).toEqual([1, 2]);
  cluster.clock.nowMs++;
  expect(await openedOn()).toEqual([2, 2]);
});

describe("releases", () => {
  test.each([
    ["1.3.9", "ready"],
    ["1.1.0", "ready"],
    ["1.4.0", "refused"],
    ["2.2.3", "refused"],
    ["nonsense", "refused"],
  ])("release %s beside 1.2.3: %s", async (version, state) => {
    await using cluster = new TestCluster(["one"], { version });
    await cluster.tickUntil(() => cluster.view().state !== "unseen");
    expect(cluster.view().state).toBe(state as "ready");
    if (state === "ready") return;
    expect(cluster.view().problem).toContain("they may differ by one minor release");
    await cluster.tick();
    expect(cluster.workers[0]?.agent.status.refused).toBe(cluster.view().problem);
  });

  test("work together, one minor release apart", () => {
    expect([
      worksWith("0.1.0", "0.2.7-rc.1"),
      worksWith("0.1.0", "0.3.0"),
      worksWith("1.0.0", "0.9.0"),
    ]).toEqual([true, false, false]);
  });
});

describe("places", () => {
  test("as many recordings as it announced, dictations beside them, texts beside all", async () => {
    await using cluster = new TestCluster(["one"], { openStream: idleHost });
    await cluster.ready();
    const hosts = cluster.hosts();
    const { listener } = ends();
    const tried = (changes: Partial<Opening>) => {
      const stop = new AbortController();
      const open = hosts.open(opening(changes), listener, stop.signal).then(
        () => "opened",
        () => "waited",
      );
      return { open, giveUp: () => stop.abort(new Error("enough")) };
    };
    const countOf = async (tries: number, changes: Partial<Opening>) => {
      const all = Array.from({ length: tries }, () => tried(changes));
      for (const { giveUp } of all) giveUp();
      return (await Promise.all(all.map(({ open }) => open))).filter((how) => how === "opened").length;
    };
    expect(await countOf(6, {})).toBe(4);
    expect(hosts.load("batch")).toBeNull();
    expect(hosts.load("interactive")).toBe(1);
    expect(await countOf(6, { lane: "interactive" })).toBe(4);
    expect(await countOf(3, { lane: "interactive", live: LIVE })).toBe(2);
    const places = limits.workerStreams - cluster.view().streams;
    expect(await countOf(places + 1, { isText: true })).toBe(places);
  });

  test("a recording that waits gets the place that becomes free", async () => {
    await using cluster = new TestCluster(["one"], {
      openStream: idleHost,
      capacity: () => ({ recordings: 1, live: 0, speakers: 0 }),
    });
    await cluster.ready();
    const hosts = cluster.hosts();
    const first = await hosts.open(opening(), ends().listener, never);
    const second = hosts.open(opening(), ends().listener, never);
    first.abort();
    await second;
    expect(cluster.view().streams).toBe(1);
  });

  test("speakers have places of their own, and the least busy worker is asked", async () => {
    await using cluster = new TestCluster(["one", "two"], { openStream: idleHost });
    await cluster.ready("one");
    await cluster.ready("two");
    const { id, checksum } = cluster.pack;
    for (let n = 0; n < 8; n++) await cluster.hosts().open(opening(), ends().listener, never);
    expect([cluster.view("one").streams, cluster.view("two").streams]).toEqual([4, 4]);
    const only = { only: "two" };
    const speakers = cluster.cluster.hostsFor(id, checksum, settledSchema, { places: "speakers", ...only });
    await speakers.open(opening(), ends().listener, never);
    expect(cluster.view("two").streams).toBe(5);
    expect(speakers.load("batch")).toBeNull();
  });

  test("another checksum is another pack, and one that is not believed is not used until it is", async () => {
    await using cluster = new TestCluster();
    await cluster.ready();
    const { id } = cluster.pack;
    expect(cluster.cluster.hostsFor(id, "cd".repeat(32), settledSchema).state).toBe("restarting");
    const hosts = cluster.hosts();
    cluster.cluster.refuse("one", id, "It has another checksum than the pack that is installed here.");
    expect(hosts.state).toBe("restarting");
    expect(cluster.view()).toMatchObject({ state: "ready" });
    expect(cluster.view().problem).toContain("another checksum");
    cluster.cluster.refuse("one", id, null);
    expect(hosts.state).toBe("ready");
  });
});

test("hosts that are closed refuse, and those who wait are told", async () => {
  await using cluster = new TestCluster([]);
  const hosts = cluster.hosts();
  const waiting = hosts.open(opening(), ends().listener, never);
  hosts.close();
  expect(waiting).rejects.toMatchObject({ code: "shutting_down" });
  expect(hosts.open(opening(), ends().listener, never)).rejects.toMatchObject({ code: "shutting_down" });
});
