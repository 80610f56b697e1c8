import { expect, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import { encodeFrame, encodeJson, FRAME, framePayload, type Opening } from "../../src/engine/protocol.ts";
import type { OpenOnWorker } from "../../src/engine/workers/agent-stream.ts";
import { numbersTo, opening, recognized, settle, TestCluster } from "../support/worker-cluster.ts";

const never = new AbortController().signal;
test("a recording is recognized on a worker", async () => {
  await using cluster = new TestCluster();
  await cluster.ready();
  expect(cluster.cluster.workers()).toMatchObject([{ name: "one", state: "ready", problem: null }]);
  expect(await recognized(cluster.hosts(), 300)).toEqual(numbersTo(300));
  expect(cluster.view().figures).toMatchObject({ audioSeconds: 300, lostStreams: 0 });
  // Sealed, and no message longer than the broker takes.
  expect(Math.max(...cluster.bus.recorded.map(({ message }) => message.byteLength))).toBeLessThanOrEqual(
    limits.workerMessageBytes,
  );
});

test("the longest opening and the longest frame arrive whole, in parts", async () => {
  const opened: Opening[] = [];
  const sent: number[] = [];
  const openStream: OpenOnWorker = async (_pack, _checksum, told) => {
    opened.push(told);
    return {
      id: 1,
      send: (frame) => sent.push(framePayload(Buffer.from(frame)).byteLength),
      end() {},
      abort() {},
    };
  };
  await using cluster = new TestCluster(["one"], { openStream });
  await cluster.ready();
  const longest = "\u{1f600}".repeat(limits.hotwordChars / 2);
  const terms = Array.from({ length: limits.hotwords }, () => longest);
  const told = opening({ hotwords: terms, phrases: terms });
  const listener = { settled() {}, done() {}, gone() {} };
  const stream = await cluster.hosts().open(told, listener, never);
  for (const bytes of [0, 1, limits.engineFrameBytes])
    stream.send(encodeFrame(FRAME.audio, 0, new Uint8Array(bytes)));
  await settle();
  expect(opened).toEqual([told]);
  expect(sent).toEqual([0, 1, limits.engineFrameBytes]);
  expect(cluster.bus.recorded.some(({ message }) => message.byteLength === limits.workerMessageBytes)).toBe(
    true,
  );
});

test("a worker that takes nothing is sent no more than the window, and the rest when it does", async () => {
  const place = Promise.withResolvers<void>();
  let taken = 0;
  const openStream: OpenOnWorker = async () => {
    await place.promise;
    return {
      id: 1,
      send: (frame) => {
        taken += framePayload(Buffer.from(frame)).byteLength;
      },
      end() {},
      abort() {},
    };
  };
  await using cluster = new TestCluster(["one"], { openStream });
  await cluster.ready();
  const stream = await cluster.hosts().open(opening(), { settled() {}, done() {}, gone() {} }, never);
  const before = cluster.bus.recorded.length;
  const frame = encodeFrame(FRAME.audio, 0, new Uint8Array(limits.workerWindowBytes / 16));
  for (let n = 0; n < 100; n++) stream.send(frame);
  await settle();
  expect(cluster.bus.recorded.length - before).toBe(16);
  place.resolve();
  await settle();
  await settle();
  expect(taken).toBe((100 * limits.workerWindowBytes) / 16);
});

test("what is said live, and texts, go both ways", async () => {
  const settings = {
    language: null,
    hotwords: [],
    phrases: [],
    endpointing: null,
    holdBackMs: 0,
    partials: true,
  };
  const heard = {
    untilSample: 0,
    utterance: 0,
    begun: null,
    keptWords: 0,
    controlsDone: 1,
    processorMs: 1,
    speechSeconds: 0,
    events: [],
  };
  const piece = { startSeconds: 0, endSeconds: 0, text: "Hello, world.", language: null, words: [] };
  const openStream: OpenOnWorker = async (_pack, _checksum, { isText }, listener) => ({
    id: 1,
    send: () =>
      isText
        ? listener.settled({ untilSample: 1, speechSamples: 0, pieces: [piece] })
        : listener.heard?.(heard),
    end: () => listener.done(),
    abort() {},
  });
  await using cluster = new TestCluster(["one"], { openStream });
  await cluster.ready();
  const said: unknown[] = [];
  const listener = {
    settled: (settled: unknown) => said.push(settled),
    heard: (each: unknown) => said.push(each),
    done: () => said.push("done"),
    gone: (reason: string) => said.push(reason),
  };
  const live = { settings, utterance: 0, begun: null, said: [] };
  const speech = await cluster.hosts().open(opening({ lane: "interactive", live }), listener, never);
  speech.send(encodeJson(FRAME.live, 0, { type: "commit" }));
  speech.end();
  await settle();
  const text = await cluster.hosts().open(opening({ isText: true }), listener, never);
  text.send(encodeFrame(FRAME.text, 0, Buffer.from("hello world")));
  text.end();
  await settle();
  expect(said).toEqual([heard, "done", { untilSample: 1, speechSamples: 0, pieces: [piece] }, "done"]);
});

test("more packs than can be announced: as many as fit are", async () => {
  await using cluster = new TestCluster();
  const manifest = "x".repeat(limits.workerAnnouncementBytes / 8);
  const packs = Array.from({ length: 9 }, (_, n) => ({ ...cluster.pack, id: `pack-${n}@1`, manifest }));
  cluster.register("two", { packs: () => packs });
  await cluster.ready("two");
  expect(cluster.view("two").packs.map(({ id }) => id)).toEqual(packs.slice(0, 7).map(({ id }) => id));
  const small = Array.from({ length: limits.workerPacks + 1 }, (_, n) => ({
    ...cluster.pack,
    id: `pack-${n}@1`,
  }));
  cluster.register("three", { packs: () => small });
  await cluster.ready("three");
  expect(cluster.view("three").packs).toHaveLength(limits.workerPacks);
});
