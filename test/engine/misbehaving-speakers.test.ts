/** The outcome of a recording when its speaker host crashes, stalls, swells or talks nonsense. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configSchema } from "../../src/config/schema.ts";
import { createSpeakerEngine } from "../../src/engine/speakers/create-speaker-engine.ts";
import { SpeakerHosts } from "../../src/engine/speakers/speaker-hosts.ts";
import { TiroError } from "../../src/lib/errors.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { testFolder } from "../support/folders.ts";
import { blocks, silence } from "./support.ts";

const folder = testFolder();

let next = 0;

function start(mode: string, engine: object = {}) {
  const state = join(folder, `starts-${next++}`);
  const host = join(import.meta.dir, "misbehaving-speaker-host.ts");
  const hosts = new SpeakerHosts({
    model: { id: "test", segmentation: "none", embedding: "none", windowSeconds: 10, speechThreshold: null },
    sherpaAddonPath: "none",
    vadModelPath: "none",
    hostCommand: [process.execPath, host, mode, state],
    config: configSchema.parse({
      engine: { start_deadline_ms: 5_000, stall_timeout_ms: 1_000, sandbox: "off", ...engine },
    }).engine,
    logger: silentLogger,
  });
  const speakers = createSpeakerEngine("test", hosts);
  const pids = () => readFileSync(state, "utf8").trim().split("\n").map(Number);
  return { speakers, starts: () => pids().length, pids };
}

test.each(["", "crash in the middle", "stall", "a parent's frame", "wrong shape", "too much memory"])(
  "%p: the recording is heard to its end, each part once",
  async (mode) => {
    const { speakers, starts } = start(mode);
    const progress: number[] = [];
    const { stretches, durationSeconds } = await speakers.analyse(blocks(silence(45)), {
      onProgress: (seconds) => progress.push(seconds),
    });
    expect(stretches.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual([
      [0, 10],
      [10, 20],
      [20, 30],
      [30, 40],
      [40, 45],
    ]);
    expect(stretches[0]?.voices[0]?.embedding).toEqual(Float32Array.of(1, 0));
    expect(durationSeconds).toBe(45);
    expect(progress).toEqual([10, 20, 30, 40, 45]);
    expect(starts()).toBe(mode === "" ? 1 : 2);
  },
);

test.each([
  ["crash on the same window", {}, "exited with code 9"],
  ["crash at load", {}, "the network is broken"],
  ["hang at load", { start_deadline_ms: 1_000 }, "no sign of life for 1000 ms"],
])("%p: given up with a clear error after the second time", async (mode, engine, hint) => {
  const { speakers, starts } = start(mode, engine);
  const failure = await speakers.analyse(blocks(silence(45))).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TiroError);
  const { code, message, extras } = failure as TiroError;
  expect([code, message]).toEqual([
    "engine_unavailable",
    "Telling the speakers apart failed twice on this recording; try again later.",
  ]);
  expect(extras.hint).toContain(hint);
  expect(starts()).toBe(2);
});

test("who gives up ends its host, and so does closing", async () => {
  const { speakers, pids } = start("");
  const abort = new AbortController();
  async function* endless() {
    for (;;) yield silence(1);
  }
  const analysis = speakers.analyse(endless(), {
    signal: abort.signal,
    onProgress: (seconds) => seconds >= 20 && abort.abort(new Error("enough")),
  });
  expect(await analysis.catch((error: unknown) => error)).toEqual(new Error("enough"));
  await gone(pids().at(-1) as number);
  const other = speakers.analyse(endless(), { onProgress: () => speakers.close() });
  expect(await other.catch((error: TiroError) => error.code)).toBe("shutting_down");
  await gone(pids().at(-1) as number);
});

test("a fault of the audio comes out as it is", async () => {
  const { speakers } = start("");
  // biome-ignore lint/correctness/useYield: it fails before it has anything to give.
  async function* broken(): AsyncGenerator<Int16Array> {
    throw new TiroError("invalid_audio", "cut short");
  }
  expect(speakers.analyse(broken())).rejects.toMatchObject({ code: "invalid_audio" });
});

async function gone(pid: number): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    if (performance.now() > deadline) throw new Error(`process ${pid} is still there`);
    await Bun.sleep(10);
  }
}
