/** Attackers: a worker that lies, one that is copied, somebody who listens, and somebody who repeats. */
import { describe, expect, test } from "bun:test";
import { limits } from "../../src/config/limits.ts";
import type { HostListener } from "../../src/engine/hosts.ts";
import type { OpenOnWorker } from "../../src/engine/workers/agent-stream.ts";
import type { WorkerSettled } from "../../src/engine/workers/answer-check.ts";
import type { WorkerState } from "../../src/engine/workers/views.ts";
import type { WorkerAgentOptions } from "../../src/engine/workers/worker-agent.ts";
import { numbersHost, numbersTo, PACK, recognized, TestCluster } from "../support/worker-cluster.ts";

const SECONDS = 20;

/** A worker with the right keys that answers as it likes when it has all audio. */
function untrueHost(answer: (listener: HostListener<WorkerSettled>) => void): OpenOnWorker {
  return async (_packId, _checksum, _opening, listener) => ({
    id: 1,
    send() {},
    end: () => answer(listener),
    abort() {},
  });
}

const piece = (changes: object = {}) => ({
  startSeconds: 0,
  endSeconds: 1,
  text: "x",
  language: null,
  words: [],
  ...changes,
});
const settled = (changes: object = {}) =>
  ({ untilSample: 16_000, speechSamples: 0, pieces: [piece()], ...changes }) as WorkerSettled;

const LIES: [what: string, answer: (listener: HostListener<WorkerSettled>) => void][] = [
  ["settles more than it was sent", (to) => to.settled(settled({ untilSample: 1e9 }))],
  ["is done too early", (to) => to.done()],
  ["speaks of a time that is to come", (to) => to.settled(settled({ pieces: [piece({ endSeconds: 1e6 })] }))],
  [
    "speaks of a time before the recording",
    (to) => to.settled(settled({ pieces: [piece({ startSeconds: -1 })] })),
  ],
  ["hears more speech than there is", (to) => to.settled(settled({ speechSamples: 1e9 }))],
  [
    "hears a language that is none",
    (to) => to.settled(settled({ pieces: [piece({ language: "<script>" })] })),
  ],
  ["answers in another shape", (to) => to.settled({ untilSample: "all" } as unknown as WorkerSettled)],
  ["answers as a live stream does", (to) => to.heard?.({} as never)],
  ["tells who speaks", (to) => to.settled({ untilSample: 1, stretches: [] })],
  ["answers without end", (to) => to.settled(settled({ pieces: [piece({ text: "x".repeat(10_000_000) })] }))],
  [
    "answers just over the longest answer",
    (to) => to.settled(settled({ pieces: [piece({ text: "x".repeat(limits.workerAnswerBytes) })] })),
  ],
  [
    "says the same again and again",
    (to) => {
      for (let n = 0; n < 9_000; n++) to.settled(settled({ untilSample: 0, pieces: [] }));
    },
  ],
];

describe("an untrue worker is refused with a sentence, and its work is done elsewhere", () => {
  test.each(LIES)("%s", async (_, answer) => {
    await using cluster = new TestCluster(["one"], { openStream: untrueHost(answer) });
    await cluster.ready();
    const work = recognized(cluster.hosts(), SECONDS);
    await cluster.tickUntil(() => cluster.view("one").state === "refused");
    expect(cluster.view("one").problem).toStartWith("It ");
    cluster.register("two");
    await cluster.ready("two");
    expect(await cluster.finish(work)).toEqual(numbersTo(SECONDS));
    await cluster.tick();
    expect(cluster.workers[0]?.agent.status.refused).toBe(cluster.view("one").problem);
  });

  test("for a minute, also if it is started anew", async () => {
    await using cluster = new TestCluster(["one"], { openStream: untrueHost((to) => to.done()) });
    await cluster.ready();
    const work = recognized(cluster.hosts(), SECONDS);
    await cluster.tickUntil(() => cluster.view().state === "refused");
    const refusedAtMs = cluster.clock.nowMs;
    const [untrue] = cluster.workers;
    if (!untrue) throw new Error("there is no worker");
    await untrue.agent.close();
    cluster.addWorker("one", untrue.keys);
    await cluster.tickUntil(() => cluster.view().state === "refused");
    await cluster.ready();
    expect(cluster.clock.nowMs - refusedAtMs).toBeWithin(
      limits.workerUntrueMs,
      limits.workerUntrueMs + 5_000,
    );
    expect(cluster.view().problem).toBeNull();
    expect(await cluster.finish(work)).toEqual(numbersTo(SECONDS));
  });

  test("the longest answer is believed", async () => {
    const bytes =
      limits.workerAnswerBytes - JSON.stringify(settled({ pieces: [piece({ text: "" })] })).length;
    const text = "x".repeat(bytes);
    let first = true;
    const openStream: OpenOnWorker = async (...call) => {
      const local = await numbersHost()(...call);
      const [, , , listener] = call;
      const send = (frame: Uint8Array) => {
        if (first) listener.settled(settled({ untilSample: 0, pieces: [piece({ text })] }));
        first = false;
        local.send(frame);
      };
      return { ...local, id: 7, send, end: () => local.end(), abort: () => local.abort() };
    };
    await using cluster = new TestCluster(["one"], { openStream });
    await cluster.ready();
    expect(await recognized(cluster.hosts(), SECONDS)).toEqual([text, ...numbersTo(SECONDS)]);
  });

  test("one that never answers loses the stream", async () => {
    await using cluster = new TestCluster(["one"], { openStream: untrueHost(() => {}) });
    await cluster.ready();
    const work = recognized(cluster.hosts(), SECONDS);
    cluster.register("two");
    await cluster.ready("two");
    for (let beat = 0; beat <= limits.workerSilentBeats + 1; beat++) await cluster.tick();
    // Time stands still while the other one works.
    expect(await work).toEqual(numbersTo(SECONDS));
    expect(cluster.view("one").figures.lostStreams).toBe(1);
  });
});

const PLACES = { recordings: 1, live: 1, speakers: 1 };
const ANNOUNCEMENTS: [what: string, changes: Partial<WorkerAgentOptions>, state: WorkerState][] = [
  ["the longest id", { packs: () => [{ ...PACK, id: "x".repeat(limits.workerPackIdChars) }] }, "ready"],
  ["a longer id", { packs: () => [{ ...PACK, id: "x".repeat(limits.workerPackIdChars + 1) }] }, "refused"],
  ["a checksum that is none", { packs: () => [{ ...PACK, checksum: "../x" }] }, "refused"],
  [
    "as many places as there can be",
    { capacity: () => ({ ...PLACES, live: limits.workerStreams }) },
    "ready",
  ],
  ["more places", { capacity: () => ({ ...PLACES, live: limits.workerStreams + 1 }) }, "refused"],
  ["less than no place", { capacity: () => ({ ...PLACES, recordings: -1 }) }, "refused"],
  ["a device that is a book", { device: "x".repeat(10_000) }, "refused"],
];

test.each(ANNOUNCEMENTS)("a worker announces %s", async (_, changes, state) => {
  await using cluster = new TestCluster(["one"], changes);
  await cluster.tickUntil(() => cluster.view().state !== "unseen");
  expect(cluster.view().state).toBe(state);
  expect(cluster.view().problem === null).toBe(state === "ready");
});
