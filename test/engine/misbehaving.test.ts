/** Whatever a host does, each recording and the engine come to a defined end. */
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../src/config/limits.ts";
import type { ModelEngine } from "../../src/engine/engine.ts";
import type { LiveEvent } from "../../src/engine/live.ts";
import { TiroError } from "../../src/lib/errors.ts";
import { hungRecognizers } from "../../src/lib/sandbox.ts";
import { testFolder } from "../support/folders.ts";
import { blocks, silence, startEngine, textOf, until } from "./support.ts";

const folder = testFolder();
let engine: ModelEngine | null = null;
let started = 0;
let stateFile = "";

function engineThat(mode: string, config: object = {}): ModelEngine {
  stateFile = join(folder, String(started++));
  engine = startEngine(
    {
      processes: 1,
      interactive_process: false,
      start_deadline_ms: 1_000,
      stall_timeout_ms: 500,
      // It writes down that it was started.
      sandbox: "off",
      ...config,
    },
    { hostCommand: [process.execPath, join(import.meta.dir, "misbehaving-host.ts"), mode, stateFile] },
  );
  return engine;
}

const pids = () =>
  existsSync(stateFile) ? readFileSync(stateFile, "utf8").trim().split("\n").map(Number) : [];

afterEach(async () => {
  await engine?.close();
  await until("no host is left", () => pids().every((pid) => !isAlive(pid)));
});

const tenSeconds = () => blocks(silence(10));
const TEN_WORDS = "0 1 2 3 4 5 6 7 8 9";

describe("in the middle of a live stream", () => {
  const say = async (subject: ModelEngine): Promise<LiveEvent[]> => {
    const stream = await subject.openLive({ endpointing: null, partials: false });
    const events = Array.fromAsync(stream.events);
    for (let second = 0; second < 10; second++) stream.append(silence(1));
    stream.commit();
    stream.end();
    return events;
  };

  test.each([
    "crash in the middle",
    "stall",
    "stall with beats",
    "garbage",
    "oversize frame",
    "wrong shape",
    "a parent's frame",
  ])("%s: it goes on with a fresh host, every second told once", async (mode) => {
    const subject = engineThat(mode);
    const events = await say(subject);
    const words = events.flatMap((event) => (event.type === "words" ? [event.text] : []));
    expect(words.join("")).toBe(TEN_WORDS);
    expect(events.at(-1)).toMatchObject({ type: "utterance", utterance: 0, text: TEN_WORDS });
    expect(subject.status()).toMatchObject({ state: "ready", processes: [{ restarts: 1 }] });
    expect(subject.liveLoad.streams).toBe(0);
  });

  test("hosts that crash on the same second each time: it is given up, with a reason", async () => {
    const subject = engineThat("crash on the same second");
    const fault = await say(subject).catch((error) => error);
    expect(fault).toBeInstanceOf(TiroError);
    expect(fault).toMatchObject({ code: "engine_unavailable" });
    expect(subject.liveLoad.streams).toBe(0);
  });
});

describe("in the middle of a recording", () => {
  test.each([
    "crash in the middle",
    "stall",
    "stall with beats",
    "garbage",
    "oversize frame",
    "wrong shape",
    "a parent's frame",
  ])("%s: the recording goes on with a fresh host, every second told once", async (mode) => {
    const subject = engineThat(mode);
    const recognition = await subject.recognize(tenSeconds(), { lane: "batch" });
    expect(textOf(recognition)).toBe(TEN_WORDS);
    expect(recognition.speechDurationSeconds).toBe(10);
    expect(subject.status()).toMatchObject({ state: "ready", problem: null, processes: [{ restarts: 1 }] });
    expect(pids()).toHaveLength(2);
  });

  test.each([
    ["where there is one process for all work", {}],
    ["where dictation has a process of its own", { interactive_process: true }],
    ["on a GPU", { provider: "cuda" }],
  ])(
    "a dictation does not wait for a host that does nothing, however patient batch work may be: %s",
    async (_, config) => {
      const hungBefore = hungRecognizers.value;
      const subject = engineThat("stall", { stall_timeout_ms: 600_000, ...config });
      const recognition = await subject.recognize(tenSeconds(), { lane: "interactive" });
      expect(textOf(recognition)).toBe(TEN_WORDS);
      expect(pids()).toHaveLength(2);
      expect(hungRecognizers.value).toBe(hungBefore + 1);
    },
    300_000,
  );

  test("crashes with progress between them do not end a recording", async () => {
    const recognition = await engineThat("crash after every other second").recognize(blocks(silence(6)), {
      lane: "batch",
    });
    expect(textOf(recognition)).toBe("0 1 2 3 4 5");
    expect(pids().length).toBeGreaterThanOrEqual(3);
  });

  test("crashing twice on the same audio ends that recording, and the engine goes on", async () => {
    const subject = engineThat("crash on the same second");
    const [bad, good] = await Promise.all([
      subject.recognize(tenSeconds(), { lane: "batch" }).catch((fault) => fault),
      subject.recognize(blocks(silence(4)), { lane: "batch" }),
    ]);
    expect(bad).toBeInstanceOf(TiroError);
    expect(bad).toMatchObject({ code: "engine_unavailable", retryable: true });
    expect(bad.message).not.toContain("exited");
    expect(bad.extras.hint).toContain("exited with code 9");
    expect(textOf(good)).toBe("0 1 2 3");
  });

  test("over its memory limit it is replaced between recordings, and no recording suffers", async () => {
    const subject = engineThat("memory hog", { memory_limit_mib: 120 });
    expect(textOf(await subject.recognize(tenSeconds(), { lane: "batch" }))).toBe(TEN_WORDS);
    await until("it is replaced", () => pids().length === 2);
    expect(textOf(await subject.recognize(tenSeconds(), { lane: "batch" }))).toBe(TEN_WORDS);
    expect(pids()).toHaveLength(2);
  });

  test("closing ends what runs", async () => {
    const subject = engineThat("hang at load");
    const call = subject.recognize(tenSeconds(), { lane: "batch" }).catch((fault) => fault);
    await Bun.sleep(50);
    await subject.close();
    expect(await call).toMatchObject({ code: "shutting_down" });
    expect(subject.status().state).toBe("stopped");
    expect(await subject.recognize(tenSeconds(), { lane: "batch" }).catch((fault) => fault)).toMatchObject({
      code: "shutting_down",
    });
  });
});

describe("while it loads", () => {
  const failure = async (subject: ModelEngine): Promise<TiroError> => {
    const fault = await subject.ready().catch((error) => error);
    expect(fault).toBeInstanceOf(TiroError);
    expect(fault.code).toBe("engine_unavailable");
    expect(subject.status().state).toBe("failed");
    expect(subject.status().problem).toBe(fault.extras.hint);
    const refused = await subject.recognize(tenSeconds(), { lane: "batch" }).catch((error) => error);
    expect(refused).toMatchObject({ code: "engine_unavailable" });
    return fault;
  };

  test("a pack that crashes it twice is given up, with the end of what it said", async () => {
    const { message, extras } = await failure(engineThat("crash at load"));
    expect(pids()).toHaveLength(limits.enginePackCrashesAtLoad);
    expect(extras.hint).toContain("ended 2 times while loading the pack starter-en@");
    expect(extras.hint).toContain("tiro models verify");
    expect(extras.hint).toContain("the model is broken");
    expect(extras.hint?.length).toBeLessThan(limits.engineStderrTailBytes + 1_000);
    expect(message).not.toContain("broken");
  });

  test("one crash is forgiven", async () => {
    const subject = engineThat("crash at the first load");
    await subject.ready();
    expect(textOf(await subject.recognize(tenSeconds(), { lane: "batch" }))).toBe(TEN_WORDS);
  });

  test.each(["hang at load", "same progress over and over"])(
    "%s: given up after its deadline",
    async (mode) => {
      const { extras } = await failure(engineThat(mode));
      expect(extras.hint).toContain("made no progress for 1000 ms while loading");
    },
  );

  test("a slow start that gets on is waited for beyond the deadline", async () => {
    const begun = performance.now();
    await engineThat("slow start").ready();
    expect(performance.now() - begun).toBeGreaterThan(2_000);
    expect(pids()).toHaveLength(1);
  });

  test("the GPU asked for but not used fails the start", async () => {
    const { extras } = await failure(engineThat("on the cpu", { provider: "cuda" }));
    expect(extras.hint).toContain('engine.provider is "cuda", but the recognizer would run on the CPU');
    expect(extras.hint).toContain("CPUExecutionProvider");
  });

  test("a memory limit below what the model needs at rest fails the start", async () => {
    const { extras } = await failure(engineThat("too big at rest", { memory_limit_mib: 1_000 }));
    expect(extras.hint).toContain("Raise engine.memory_limit_mib");
  });

  test("a command that does not exist fails the start", async () => {
    engine = startEngine({}, { hostCommand: ["/nowhere/tiro", "engine-host"] });
    const { extras } = await failure(engine);
    expect(extras.hint).toContain("cannot be started (/nowhere/tiro engine-host)");
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
