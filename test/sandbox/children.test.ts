/** The real children at work: they are confined, they do their work, and none outlives its parent. */
import { expect, test } from "bun:test";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { prepareNativeLibraries } from "../../native/libraries.ts";
import { wholeLimit } from "../../native/sandbox/memory-limit.ts";
import { openAudio } from "../../src/audio/open-audio.ts";
import { limits } from "../../src/config/limits.ts";
import { configSchema } from "../../src/config/schema.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { GIB } from "../../src/lib/units.ts";
import { openSpeakers } from "../../src/recognition/open-speakers.ts";
import { ffmpeg, hasFfmpeg, testSignal } from "../audio/support/ffmpeg.ts";
import { wavFile } from "../audio/support/wav-file.ts";
import { blocks, clip, joined, startEngine, textOf, until } from "../engine/support.ts";
import { temporaryFolder } from "../support/database.ts";
import { startServerProcess } from "../support/server-process.ts";
import { CONFINES, childrenThatRun, confinement, isAlive } from "./support.ts";

const CONFINED = { newPrivileges: "none", systemCalls: "filtered", coreFile: "0", memory: "limited" };
const speech = clip("synth_02_rms.wav");

test.skipIf(!CONFINES).each([1, 4])("a recognizer with a batch of %d hears, confined", async (batch) => {
  const engine = startEngine({ processes: 1, interactive_process: false, batch, sandbox: "required" });
  try {
    await engine.ready();
    const [host] = engine.status().processes;
    expect(confinement(host?.pid ?? 0)).toEqual(CONFINED);
    expect(textOf(await engine.recognize(blocks(speech.samples), { lane: "batch" }))).toBe(
      speech.starterText,
    );
  } finally {
    await engine.close();
  }
});

test.skipIf(!CONFINES)("a speaker host hears, confined", async () => {
  const dataDir = join(tmpdir(), "tiro-sandbox-tests");
  const libraries = prepareNativeLibraries({ dataDir });
  const config = configSchema.parse({ data: { dir: dataDir }, engine: { sandbox: "required" } });
  const { engine } = openSpeakers(config, libraries, silentLogger);
  let seen: Record<string, string> = {};
  async function* audio() {
    yield joined(speech.samples, speech.samples);
    await until("the speaker host runs", () => childrenThatRun("speaker-host").length > 0);
    seen = confinement(childrenThatRun("speaker-host")[0] ?? 0);
  }
  try {
    const { stretches } = await engine.analyse(audio());
    expect(stretches.length).toBeGreaterThan(0);
    expect(seen).toEqual(CONFINED);
  } finally {
    engine.close();
  }
});

test.skipIf(!CONFINES)("a decoder decodes, confined", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "minutes.wav");
  // Long enough that the pipe is full, and the decoder there, while nobody reads.
  writeFileSync(path, wavFile({ seconds: 120, sampleRate: 8_000 }));
  const file = { path, bytes: statSync(path).size };
  const source = await openAudio(file, {
    maxDurationSeconds: 600,
    deadlineMs: 30_000,
    sandbox: "required",
  });
  expect(childrenThatRun("media-host").map(confinement)).toEqual([CONFINED]);
  let samples = 0;
  for await (const block of source.samples) samples += block.length;
  expect(samples / 16_000).toBeCloseTo(120, 1);
});

test.skipIf(!CONFINES || !hasFfmpeg)(
  "a module has its address space, and what it may write to is limited before it reads the file",
  async () => {
    using folder = temporaryFolder();
    ffmpeg(folder.path, [...testSignal(120, 16_000), "-c:a", "flac", "minutes.flac"]);
    const path = join(folder.path, "minutes.flac");
    const file = { path, bytes: statSync(path).size };
    const source = await openAudio(file, { maxDurationSeconds: 600, deadlineMs: 300_000 });
    const [decoder] = childrenThatRun("media-host");
    const maps = readFileSync(`/proc/${decoder}/maps`, "utf8");
    const reserved = [...maps.matchAll(/^([\da-f]+)-([\da-f]+) ---p/gm)].map(
      ([, from, to]) => Number.parseInt(to ?? "", 16) - Number.parseInt(from ?? "", 16),
    );
    const dataBytes = /^Max data size +(\d+) +(\d+)/m.exec(readFileSync(`/proc/${decoder}/limits`, "utf8"));
    await source.close();
    expect(Math.max(...reserved)).toBeGreaterThan(3.5 * GIB);
    const most = String(wholeLimit(limits.mediaHostMemoryBytes));
    expect(dataBytes?.slice(1)).toEqual([most, most]);
  },
);

test("a decoder that cannot be confined says so, and does not blame the file", async () => {
  using folder = temporaryFolder();
  const path = join(folder.path, "second.wav");
  writeFileSync(path, wavFile({ seconds: 1, sampleRate: 8_000 }));
  const options = { maxDurationSeconds: 600, deadlineMs: 30_000, wasmDir: "no\0path" };
  const failure = await openAudio({ path, bytes: statSync(path).size }, options).catch((error) => error);
  expect(failure).toMatchObject({ code: "internal_error" });
  expect(failure.extras.hint).toContain("tiro doctor");
});

test.each(["auto", "off"])(
  "recognizers end with a server that is killed, even stopped ones (sandbox %s)",
  async (mode) => {
    using dataDir = temporaryFolder();
    const server = await startServerProcess({
      dataDir: dataDir.path,
      settings: { TIRO_ENGINE_SANDBOX: mode },
    });
    let hosts: number[] = [];
    try {
      await until("the recognizers run", () => childrenThatRun("engine-host", server.pid).length > 0);
      hosts = childrenThatRun("engine-host", server.pid);
      // Such a process does not notice that its socket was closed.
      for (const pid of hosts) process.kill(pid, "SIGSTOP");
      await server.kill();
      await until("no recognizer is left", () => !hosts.some(isAlive));
    } finally {
      await server.kill();
      for (const pid of hosts.filter(isAlive)) process.kill(pid, "SIGKILL");
    }
  },
);
